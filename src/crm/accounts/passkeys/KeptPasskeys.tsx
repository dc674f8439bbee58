import { FormAlert } from '~/crm/accounts/parts';
import { CheckboxField } from '~/crm/ui/forms/Field';
import { LocalTime } from '~/crm/ui/LocalTime';
import type { PasskeySummary } from '~/shared/accounts/passkey';
import { passkeyStrings as strings } from '~/shared/strings/accounts/passkeys';

/**
 * Beside a new password: which passkeys to keep. The rest go with the old password, and so does any that an intruder
 * added. Renders nothing without passkeys.
 */
export function KeptPasskeys({ passkeys, error }: { passkeys: readonly PasskeySummary[]; error?: string | undefined }) {
  if (passkeys.length === 0) return null;
  return (
    <fieldset className="grid gap-2 rounded-xl border border-sand-line px-4 py-3">
      <legend className="px-1 font-semibold">{strings.keep.title}</legend>
      <p className="text-sm text-ink-soft">{strings.keep.text}</p>
      {error && <FormAlert>{error}</FormAlert>}
      {passkeys.map(({ id, name, created_at, last_used_at }) => (
        <CheckboxField
          key={id}
          name="keep_passkeys"
          value={id}
          label={name}
          hint={<PasskeyDates {...{ created_at, last_used_at }} />}
        />
      ))}
    </fieldset>
  );
}

/** Since when a passkey exists, and when it was last used. */
export function PasskeyDates({ created_at, last_used_at }: Pick<PasskeySummary, 'created_at' | 'last_used_at'>) {
  return (
    <>
      {strings.since} <LocalTime at={created_at} parts="date" /> ·{' '}
      {last_used_at === null ? (
        strings.neverUsed
      ) : (
        <>
          {strings.lastUsed} <LocalTime at={last_used_at} />
        </>
      )}
    </>
  );
}

/** The form's ticks, which `Object.fromEntries` would cut to the last one. */
export function readKept(data: FormData): { keep_passkeys: FormDataEntryValue[] } {
  return { keep_passkeys: data.getAll('keep_passkeys') };
}

import { useRef, useState } from 'react';
import { addDays, dayIn } from '~/shared/leads/days';
import { tokenStrings as strings } from '~/shared/strings/tokens';
import { createTokenSchema, TOKEN_NAME_LENGTH } from '~/shared/tokens/schema';
import { TOKEN_DAYS, TOKEN_SCOPES } from '~/shared/tokens/token';
import { FormDialog } from '../ui/Dialog';
import { CheckboxField, InputField } from '../ui/forms/Field';
import { useDraft } from '../ui/forms/useDraft';
import { useForm } from '../ui/forms/useForm';
import { Icon } from '../ui/Icon';
import { createToken } from './token-api';

const { form: labels } = strings;

/** `onCreated` gets the secret, which cannot be read again. */
export function CreateTokenDialog({
  hasWhatsapp,
  onCreated,
  onClose,
}: {
  /** Whether there are conversations to read. */
  hasWhatsapp: boolean;
  onCreated: (name: string, secret: string) => void;
  onClose: () => void;
}) {
  const first = useRef<HTMLInputElement>(null);
  const [lastDay] = useState(findLastDay);
  const draft = useDraft('token:new');
  const { errors, busy, submit } = useForm(
    createTokenSchema,
    async (input) => {
      const { token, secret } = await createToken(input);
      onCreated(token.name, secret);
    },
    {
      extra: (form) => ({ scopes: form.getAll('scopes') }),
      fallback: strings.toasts.createFailed,
      draft,
    },
  );
  return (
    <FormDialog
      title={labels.title}
      submitLabel={labels.submit}
      busyLabel={busy && labels.busy}
      initialFocus={first}
      draft={draft}
      onSubmit={submit}
      onClose={onClose}
    >
      <InputField
        ref={first}
        label={labels.name}
        hint={labels.nameHint}
        name="name"
        maxLength={TOKEN_NAME_LENGTH}
        autoComplete="off"
        defaultValue={draft.typed.name ?? ''}
        error={errors.name}
      />
      <Scopes hasWhatsapp={hasWhatsapp} error={errors.scopes} />
      <InputField
        label={labels.expires}
        hint={labels.expiresHint}
        name="expires_on"
        type="date"
        defaultValue={lastDay}
        error={errors.expires_on}
      />
    </FormDialog>
  );
}

/** The default expiry day, in a date field's format. */
function findLastDay(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return addDays(dayIn(timeZone, Date.now()), TOKEN_DAYS);
}

function Scopes({ error, hasWhatsapp }: { error: string | undefined; hasWhatsapp: boolean }) {
  return (
    <fieldset aria-describedby={error && 'token-scopes-error'} className="grid gap-2">
      <legend className="mb-1 text-sm font-medium text-ink-soft">{labels.scopes}</legend>
      {TOKEN_SCOPES.filter((scope) => hasWhatsapp || scope !== 'messages').map((scope) => (
        <CheckboxField
          key={scope}
          name="scopes"
          value={scope}
          label={strings.scopes[scope]}
          hint={labels.scopeHints[scope]}
          defaultChecked={scope === 'read'}
        />
      ))}
      {error && (
        <p id="token-scopes-error" className="flex gap-1.5 text-sm text-terracotta-dark">
          <Icon name="warning" className="mt-0.5 size-4" />
          {error}
        </p>
      )}
    </fieldset>
  );
}

import { useRef, useState } from 'react';
import { Badge } from '~/crm/ui/Badge';
import { Button } from '~/crm/ui/Button';
import { LocalTime } from '~/crm/ui/LocalTime';
import { LoadFailed } from '~/crm/ui/reading/LoadFailed';
import { useRereading } from '~/crm/ui/reading/useRereading';
import { showToast } from '~/crm/ui/toasts/toasts';
import { useQuestion } from '~/crm/ui/useQuestion';
import type { Passkey } from '~/shared/accounts/passkey';
import { passkeyStrings as strings } from '~/shared/strings/accounts/passkeys';
import { questions } from '~/shared/strings/questions';
import { showFailureOf } from '../../api-client';
import { fetchPasskeys, removePasskey } from './passkey-api';
import { RenamePasskeyDialog } from './RenamePasskeyDialog';
import { useNewPasskey } from './useNewPasskey';

/** One's passkeys: add, rename, remove. Null if the server could not read them. */
export function PasskeyCard({ initial }: { initial: Passkey[] | null }) {
  const { value: passkeys, isReading, readAgain } = useRereading(initial, fetchPasskeys, strings.loadFailed);
  const added = useNewPasskey(readAgain);
  const [renaming, setRenaming] = useState<Passkey | null>(null);
  const { ask, dialog } = useQuestion();
  const addButton = useRef<HTMLButtonElement>(null);

  async function remove({ id, credential_id }: Passkey) {
    try {
      await removePasskey(id);
    } catch (error) {
      showFailureOf(strings.failed, error);
      return false;
    }
    showToast({ tone: 'success', text: strings.removed });
    void import('./device').then(({ forgetOnDevice }) => forgetOnDevice(credential_id));
    await readAgain();
    return true;
  }

  return (
    <section aria-labelledby="claves-de-acceso" className="plate p-5">
      <h3 id="claves-de-acceso" className="card-title">
        {strings.title}
      </h3>
      <p className="mt-1 mb-4 text-ink-soft">{strings.text}</p>
      {passkeys === null ? (
        <LoadFailed text={strings.loadFailed} busy={isReading} onRetry={readAgain} />
      ) : (
        <div className="grid gap-4">
          {passkeys.length === 0 ? (
            <p className="text-ink-faint">{strings.none}</p>
          ) : (
            <ul className="divide-y divide-sand-line">
              {passkeys.map((passkey) => (
                <Row
                  key={passkey.id}
                  passkey={passkey}
                  onRename={() => setRenaming(passkey)}
                  onRemove={() =>
                    ask(
                      questions.removePasskey(passkey.name),
                      () => remove(passkey),
                      () => addButton.current?.focus(),
                    )
                  }
                />
              ))}
            </ul>
          )}
          <div>
            <Button ref={addButton} onClick={added.prepare} busyLabel={added.isPreparing && strings.adding}>
              {strings.add}
            </Button>
          </div>
        </div>
      )}
      {added.dialog}
      {renaming && (
        <RenamePasskeyDialog passkey={renaming} onRenamed={readAgain} onClose={() => setRenaming(null)} />
      )}
      {dialog}
    </section>
  );
}

function Row({
  passkey: { name, is_synced, created_at, last_used_at },
  onRename,
  onRemove,
}: {
  passkey: Passkey;
  onRename: () => void;
  onRemove: () => void;
}) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-2 font-medium wrap-anywhere">
          {name}
          {is_synced && <Badge tone="muted">{strings.synced}</Badge>}
        </p>
        <p className="text-sm text-ink-faint">
          {strings.since} <LocalTime at={created_at} parts="date" /> ·{' '}
          {last_used_at === null ? (
            strings.neverUsed
          ) : (
            <>
              {strings.lastUsed} <LocalTime at={last_used_at} />
            </>
          )}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button size="small" aria-label={strings.renameNamed(name)} onClick={onRename}>
          {strings.rename}
        </Button>
        <Button size="small" aria-label={strings.removeNamed(name)} onClick={onRemove}>
          {strings.remove}
        </Button>
      </div>
    </li>
  );
}

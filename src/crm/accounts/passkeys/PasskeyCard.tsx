import { useRef, useState } from 'react';
import { callApi, del, patch } from '~/crm/api-client';
import { ActionButton } from '~/crm/ui/ActionButton';
import { Badge } from '~/crm/ui/Badge';
import { Button } from '~/crm/ui/Button';
import { FormDialog } from '~/crm/ui/Dialog';
import { InputField } from '~/crm/ui/forms/Field';
import { useDraftForm } from '~/crm/ui/forms/useForm';
import { useRefetch } from '~/crm/ui/reading/useRefetch';
import { showToast } from '~/crm/ui/toasts/toasts';
import { useConfirm } from '~/crm/ui/useConfirm';
import { PASSKEY_NAME_LENGTH, type Passkey, renamePasskeySchema } from '~/shared/accounts/passkey';
import { accountStrings } from '~/shared/strings/accounts/accounts';
import { passkeyStrings as strings } from '~/shared/strings/accounts/passkeys';
import { questions } from '~/shared/strings/confirmations';
import { PasskeyDates } from './KeptPasskeys';
import { useNewPasskey } from './useNewPasskey';

const PATH = '/api/account/passkeys';
const fetchPasskeys = async () => (await callApi<{ passkeys: Passkey[] }>(PATH)).passkeys;

/** One's passkeys: add, rename, remove. Null if the server could not read them. */
export function PasskeyCard({ initial }: { initial: Passkey[] | null }) {
  const reading = useRefetch(initial, fetchPasskeys, strings.loadFailed);
  const { value: passkeys, refetch } = reading;
  const added = useNewPasskey(refetch);
  const [renaming, setRenaming] = useState<Passkey | null>(null);
  const { ask, dialog } = useConfirm();
  const addButton = useRef<HTMLButtonElement>(null);

  async function drop({ id, credential_id }: Passkey) {
    await del(`${PATH}/${id}`);
    void import('./device').then(({ forgetOnDevice }) => forgetOnDevice(credential_id));
  }
  const remove = (passkey: Passkey) =>
    reading.act(() => drop(passkey), { done: strings.removed, failed: strings.failed });

  return (
    <section aria-labelledby="claves-de-acceso" className="plate p-5">
      <h3 id="claves-de-acceso" className="card-title mb-3">
        {strings.title}
      </h3>
      {reading.failure}
      {passkeys && (
        <div className="grid gap-4">
          {passkeys.length > 0 && (
            <ul className="divide-y divide-sand-line">
              {passkeys.map((passkey) => (
                <PasskeyRow
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
            <ActionButton ref={addButton} onClick={added.prepare} busyLabel={strings.adding}>
              {strings.add}
            </ActionButton>
          </div>
        </div>
      )}
      {added.dialog}
      {renaming && <RenamePasskeyDialog passkey={renaming} onRenamed={refetch} onClose={() => setRenaming(null)} />}
      {dialog}
    </section>
  );
}

type PasskeyRowProps = {
  passkey: Passkey;
  onRename: () => void;
  onRemove: () => void;
};

function PasskeyRow({ passkey: { name, is_synced, created_at, last_used_at }, onRename, onRemove }: PasskeyRowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-2 font-medium wrap-anywhere">
          {name}
          {is_synced && <Badge tone="muted">{strings.synced}</Badge>}
        </p>
        <p className="text-sm text-ink-faint">
          <PasskeyDates {...{ created_at, last_used_at }} />
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

type RenamePasskeyDialogProps = {
  passkey: Passkey;
  onRenamed: () => Promise<void>;
  onClose: () => void;
};

/** Renames a passkey. */
function RenamePasskeyDialog({ passkey: { id, name }, onRenamed, onClose }: RenamePasskeyDialogProps) {
  const form = useDraftForm(
    `account:passkey:${id}`,
    renamePasskeySchema,
    async (input) => {
      await patch(`${PATH}/${id}`, input);
      showToast({ tone: 'success', text: accountStrings.profile.nameSaved });
      onClose();
      await onRenamed();
    },
    { fallback: strings.failed, original: { name } },
  );

  return (
    <FormDialog
      form={form}
      title={strings.renameTitle}
      submitLabel={accountStrings.save}
      busyLabel={accountStrings.saving}
      onClose={onClose}
    >
      <InputField
        data-autofocus
        label={accountStrings.nameLabel}
        {...form.field('name')}
        required
        maxLength={PASSKEY_NAME_LENGTH}
        autoComplete="off"
      />
    </FormDialog>
  );
}

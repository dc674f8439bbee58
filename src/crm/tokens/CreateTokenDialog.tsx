import { useRef } from 'react';
import { tokenStrings as strings } from '~/shared/strings/api/tokens';
import { createTokenSchema, TOKEN_NAME_LENGTH } from '~/shared/tokens/schema';
import { TOKEN_SCOPES } from '~/shared/tokens/token';
import { FormDialog } from '../ui/Dialog';
import { InputField, SelectField } from '../ui/forms/Field';
import { useDraft } from '../ui/forms/useDraft';
import { useForm } from '../ui/forms/useForm';
import { createToken } from './token-api';

const { form: labels } = strings;

/** `onCreated` gets the secret, which nobody can read again. */
export function CreateTokenDialog({
  onCreated,
  onClose,
}: {
  onCreated: (name: string, secret: string) => void;
  onClose: () => void;
}) {
  const first = useRef<HTMLInputElement>(null);
  const draft = useDraft('token:new');
  const { errors, busy, submit } = useForm(
    createTokenSchema,
    async (input) => {
      const { token, secret } = await createToken(input);
      onCreated(token.name, secret);
    },
    { fallback: strings.toasts.createFailed, draft },
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
      <SelectField
        label={labels.scope}
        name="scope"
        defaultValue={draft.typed.scope ?? TOKEN_SCOPES[0]}
        error={errors.scope}
      >
        {TOKEN_SCOPES.map((scope) => (
          <option key={scope} value={scope}>
            {strings.scopes[scope]}
          </option>
        ))}
      </SelectField>
      <InputField
        label={labels.expires}
        hint={labels.expiresHint}
        name="expires_on"
        type="date"
        defaultValue={draft.typed.expires_on ?? ''}
        error={errors.expires_on}
      />
    </FormDialog>
  );
}

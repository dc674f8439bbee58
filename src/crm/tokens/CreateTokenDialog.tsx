import { useState } from 'react';
import { addDays, dayIn } from '~/shared/leads/days';
import { tokenStrings as strings } from '~/shared/strings/tokens';
import { createTokenSchema, TOKEN_NAME_LENGTH } from '~/shared/tokens/schema';
import { type ApiToken, TOKEN_DAYS, TOKEN_SCOPES } from '~/shared/tokens/token';
import { callApi } from '../api-client';
import { FormDialog } from '../ui/Dialog';
import { CheckboxField, FieldError, InputField } from '../ui/forms/Field';
import { useDraftForm } from '../ui/forms/useForm';

const { form: labels } = strings;

type Props = {
  /** Whether there are conversations to read. */
  hasWhatsapp: boolean;
  onCreated: (name: string, secret: string) => void;
  onClose: () => void;
};

/** `onCreated` gets the secret, which cannot be read again. */
export function CreateTokenDialog({ hasWhatsapp, onCreated, onClose }: Props) {
  const [lastDay] = useState(findLastDay);
  const form = useDraftForm(
    'token:new',
    createTokenSchema,
    async (input) => {
      const call = { method: 'POST', body: input } as const;
      const { token, secret } = await callApi<{ token: ApiToken; secret: string }>('/api/tokens', call);
      onCreated(token.name, secret);
    },
    { extra: (data) => ({ scopes: data.getAll('scopes') }), fallback: strings.toasts.createFailed },
  );
  return (
    <FormDialog
      form={form}
      title={labels.title}
      submitLabel={labels.submit}
      busyLabel={labels.busy}
      onClose={onClose}
    >
      <InputField
        data-autofocus
        label={labels.name}
        hint={labels.nameHint}
        {...form.field('name')}
        maxLength={TOKEN_NAME_LENGTH}
        autoComplete="off"
      />
      <Scopes hasWhatsapp={hasWhatsapp} error={form.errors.scopes} />
      <InputField
        label={labels.expires}
        hint={labels.expiresHint}
        {...form.field('expires_on')}
        type="date"
        defaultValue={lastDay}
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
      <FieldError id="token-scopes-error" text={error} />
    </fieldset>
  );
}

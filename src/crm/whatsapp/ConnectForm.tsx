import { crmStrings } from '~/shared/strings/crm';
import { whatsappStrings as strings } from '~/shared/strings/whatsapp';
import { connectWhatsappSchema, type WhatsappConnection } from '~/shared/whatsapp/connection';
import { Button } from '../ui/Button';
import { InputField } from '../ui/forms/Field';
import { useForm } from '../ui/forms/useForm';
import { showToast } from '../ui/toasts/toasts';
import { connect } from './whatsapp-api';

const { form: labels, toasts } = strings;

type Props = {
  connection: WhatsappConnection | null;
  onConnected: (connection: WhatsappConnection | null) => void;
  /** If it can be closed without connecting. */
  onClose?: () => void;
};

/** What a number is connected with. The secrets of a connected one cannot be read: left empty, they stay. */
export function ConnectForm({ connection, onConnected, onClose }: Props) {
  const { field, busy, settle, submit } = useForm(
    connectWhatsappSchema,
    async (input) => {
      const answer = await connect(input);
      settle();
      showToast({ tone: 'success', text: toasts.connected });
      onConnected(answer.connection);
    },
    {
      extra: (form) => ({
        token: form.get('token') || undefined,
        app_secret: form.get('app_secret') || undefined,
        business_account_id: form.get('business_account_id') || null,
      }),
      fallback: toasts.connectFailed,
    },
  );
  const kept = connection ? labels.kept : null;
  const secret = { type: 'password', autoComplete: 'off', spellCheck: false } as const;
  return (
    <section aria-labelledby="conectar" className="plate p-5">
      <h2 id="conectar" className="mb-4 text-xl leading-tight">
        {connection ? labels.changeTitle : labels.title}
      </h2>
      {/* noValidate: errors are in the product's own words. */}
      <form method="post" noValidate onSubmit={submit} inert={busy} className="grid items-start gap-4 sm:grid-cols-2">
        <InputField
          label={labels.phoneNumberId}
          hint={labels.phoneNumberIdHint}
          {...field('phone_number_id')}
          inputMode="numeric"
          autoComplete="off"
          defaultValue={connection?.phone_number_id}
        />
        <InputField
          label={labels.account}
          hint={labels.accountHint}
          {...field('business_account_id')}
          inputMode="numeric"
          autoComplete="off"
          defaultValue={connection?.business_account_id ?? ''}
        />
        <InputField {...secret} label={labels.token} hint={kept ?? labels.tokenHint} {...field('token')} />
        <InputField {...secret} label={labels.appSecret} hint={kept ?? labels.appSecretHint} {...field('app_secret')} />
        <div className="flex flex-wrap gap-3 sm:col-span-2">
          <Button type="submit" look="primary" busyLabel={busy && labels.submitting}>
            {connection ? labels.save : labels.submit}
          </Button>
          {onClose && <Button onClick={onClose}>{crmStrings.cancel}</Button>}
        </div>
      </form>
    </section>
  );
}

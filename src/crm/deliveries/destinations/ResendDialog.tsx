import { webhookStrings } from '~/shared/strings/webhooks';
import { resendSchema } from '~/shared/webhooks/schema';
import type { SettingsWebhook, Webhook } from '~/shared/webhooks/webhook';
import { FormDialog } from '../../ui/Dialog';
import { InputField } from '../../ui/forms/Field';
import { useDraftForm } from '../../ui/forms/useForm';
import { showToast } from '../../ui/toasts/toasts';
import { resendFrom } from './webhook-api';

const { resending: labels, toasts } = webhookStrings;

type Props = {
  webhook: Webhook | SettingsWebhook;
  onDone: () => void;
  onClose: () => void;
};

/** Asks from which day everything is resent. */
export function ResendDialog({ webhook, onDone, onClose }: Props) {
  const form = useDraftForm(
    `webhook-resend:${webhook.id ?? 'ajustes'}`,
    resendSchema,
    async (input) => {
      let total = 0;
      let next: number | undefined;
      do {
        const answer = await resendFrom(webhook.id, { ...input, next });
        total += answer.resent;
        next = answer.next ?? undefined;
      } while (next !== undefined);
      showToast({ tone: 'success', text: labels.done(total) });
      onDone();
    },
    { fallback: toasts.resendFailed },
  );
  return (
    <FormDialog form={form} title={labels.title} submitLabel={labels.submit} busyLabel={labels.busy} onClose={onClose}>
      <p>{labels.text}</p>
      <InputField data-autofocus label={labels.from} {...form.field('from')} type="date" required />
    </FormDialog>
  );
}

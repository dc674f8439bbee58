import { useRef } from 'react';
import { webhookStrings } from '~/shared/strings/webhooks';
import { resendSchema } from '~/shared/webhooks/schema';
import type { SettingsWebhook, Webhook } from '~/shared/webhooks/webhook';
import { FormDialog } from '../../ui/Dialog';
import { InputField } from '../../ui/forms/Field';
import { useDraft } from '../../ui/forms/useDraft';
import { useForm } from '../../ui/forms/useForm';
import { showToast } from '../../ui/toasts/toasts';
import { resendFrom } from './webhook-api';

const { resending: labels, toasts } = webhookStrings;

/** Asks from which day everything is resent. */
export function ResendDialog({
  webhook,
  onDone,
  onClose,
}: {
  webhook: Webhook | SettingsWebhook;
  onDone: () => void;
  onClose: () => void;
}) {
  const first = useRef<HTMLInputElement>(null);
  const draft = useDraft(`webhook-resend:${webhook.id ?? 'ajustes'}`);
  const { errors, busy, submit } = useForm(
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
    { fallback: toasts.resendFailed, draft },
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
      <p>{labels.text}</p>
      <InputField
        ref={first}
        label={labels.from}
        name="from"
        type="date"
        required
        defaultValue={draft.typed.from ?? ''}
        error={errors.from}
      />
    </FormDialog>
  );
}

import { useState } from 'react';
import { webhookStrings as strings } from '~/shared/strings/webhooks';
import { WEBHOOK_EVENTS, type WebhookEvent } from '~/shared/webhooks/limits';
import {
  type ChangeWebhook,
  type CreateWebhook,
  changeWebhookSchema,
  createWebhookSchema,
  HEADER_LENGTH,
  URL_LENGTH,
} from '~/shared/webhooks/schema';
import type { Webhook } from '~/shared/webhooks/webhook';
import { FormDialog } from '../ui/Dialog';
import { CheckboxField, FieldError, InputField } from '../ui/forms/Field';
import { useDraftForm } from '../ui/forms/useForm';
import { changeWebhook, createWebhook } from './delivery-api';

const { form: labels } = strings;

type Props = {
  /** Null for a new one. */
  webhook: Webhook | null;
  /** Whether `message.created` can happen. */
  hasWhatsapp: boolean;
  /** Gets a new webhook's secret, which cannot be read again. */
  onSaved: (webhook: Webhook, secret: string | null) => void;
  onClose: () => void;
};

export function WebhookDialog({ webhook, hasWhatsapp, onSaved, onClose }: Props) {
  const [dropsHeader, setDropsHeader] = useState(false);
  const form = useDraftForm<typeof createWebhookSchema | typeof changeWebhookSchema>(
    `webhook:${webhook?.id ?? 'new'}`,
    webhook ? changeWebhookSchema : createWebhookSchema,
    async (input) => {
      if (webhook) onSaved(await changeWebhook(webhook.id, input as ChangeWebhook), null);
      else {
        const made = await createWebhook(input as CreateWebhook);
        onSaved(made.webhook, made.secret);
      }
    },
    {
      // Left empty, a stored header stays; it cannot be read here.
      extra: (data) => ({
        events: data.getAll('events'),
        header: dropsHeader ? null : String(data.get('header')).trim() || undefined,
      }),
      fallback: webhook ? strings.toasts.saveFailed : strings.toasts.createFailed,
      original: webhook ? { url: webhook.url, header: '' } : {},
    },
  );
  return (
    <FormDialog
      form={form}
      title={webhook ? labels.editTitle : labels.createTitle}
      submitLabel={webhook ? labels.save : labels.create}
      busyLabel={webhook ? labels.saving : labels.creating}
      onClose={onClose}
    >
      <InputField
        data-autofocus
        label={labels.url}
        hint={labels.urlHint}
        {...form.field('url')}
        type="url"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        maxLength={URL_LENGTH}
      />
      <Events chosen={webhook?.events ?? ['lead.created']} hasWhatsapp={hasWhatsapp} error={form.errors.events} />
      <InputField
        label={labels.header}
        hint={webhook?.header ? labels.headerKept(webhook.header) : labels.headerHint}
        {...form.field('header')}
        autoComplete="off"
        spellCheck={false}
        maxLength={HEADER_LENGTH}
      />
      {webhook?.header && (
        // No name: not a field of the call.
        <CheckboxField
          label={labels.dropHeader}
          checked={dropsHeader}
          onChange={({ target }) => setDropsHeader(target.checked)}
        />
      )}
    </FormDialog>
  );
}

type EventsProps = {
  chosen: readonly WebhookEvent[];
  hasWhatsapp: boolean;
  error: string | undefined;
};

function Events({ chosen, hasWhatsapp, error }: EventsProps) {
  const offered = WEBHOOK_EVENTS.filter(
    (event) => event !== 'message.created' || hasWhatsapp || chosen.includes(event),
  );
  return (
    <fieldset aria-describedby={error && 'webhook-events-error'}>
      <legend className="mb-1 text-sm font-medium text-ink-soft">{labels.events}</legend>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,9.5rem),1fr))] gap-2">
        {offered.map((event) => (
          <label
            key={event}
            className="flex min-h-10 cursor-pointer items-center gap-1.5 rounded-lg border border-sand-line px-2 py-1 has-checked:border-petrol has-checked:bg-sand pointer-coarse:min-h-11"
          >
            <input
              type="checkbox"
              name="events"
              value={event}
              defaultChecked={chosen.includes(event)}
              className="size-4 shrink-0 accent-petrol"
            />
            {strings.events[event]}
          </label>
        ))}
      </div>
      <FieldError id="webhook-events-error" text={error} />
    </fieldset>
  );
}

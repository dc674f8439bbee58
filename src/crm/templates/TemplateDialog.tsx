import { useState } from 'react';
import { LEAD_STATUSES } from '~/shared/leads/enums';
import type { Lead } from '~/shared/leads/lead';
import { leadStrings } from '~/shared/strings/leads';
import { templateStrings as strings } from '~/shared/strings/templates';
import {
  type CreateTemplate,
  createTemplateSchema,
  TEMPLATE_LIMITS,
  type UpdateTemplate,
  updateTemplateSchema,
} from '~/shared/templates/schema';
import { type MessageTemplate, TEMPLATE_CHANNELS } from '~/shared/templates/template';
import { Button } from '../ui/Button';
import { FormDialog } from '../ui/Dialog';
import { readTyped } from '../ui/drafts/useDraft';
import { InputField, SelectField, TextareaField } from '../ui/forms/Field';
import { useDraftForm } from '../ui/forms/useForm';
import { attempt } from '../ui/run-with-toast';
import { showToast } from '../ui/toasts/toasts';
import { useConfirm } from '../ui/useConfirm';
import { Preview } from './Preview';
import { changeTemplate, createTemplate, removeTemplate } from './template-api';

const { form: labels, toasts } = strings;

type Props = {
  /** Null for a new one. */
  template: MessageTemplate | null;
  leads: readonly Lead[];
  sender: string;
  /** Re-reads the messages. */
  onChanged: () => Promise<void>;
  onClose: () => void;
};

/** Edits a message, or creates a custom one. A preview shows it as a lead would get it. */
export function TemplateDialog({ template, leads, sender, onChanged, onClose }: Props) {
  const original = {
    channel: template?.channel ?? 'whatsapp',
    name: template?.name ?? '',
    estado: template?.estado ?? '',
    subject: template?.subject ?? '',
    voseo: template?.voseo ?? '',
    tuteo: template?.tuteo ?? '',
  };
  const { ask, dialog } = useConfirm();

  const form = useDraftForm<typeof createTemplateSchema | typeof updateTemplateSchema, typeof original>(
    `template:${template?.id ?? 'new'}`,
    template ? updateTemplateSchema : createTemplateSchema,
    async (input, key) => {
      if (template) await changeTemplate(template.id, input as UpdateTemplate);
      else await createTemplate(input as CreateTemplate, key);
      showToast({ tone: 'success', text: toasts.saved });
      await onChanged();
      onClose();
    },
    {
      fallback: toasts.saveFailed,
      original,
      ...(template && { extra: () => ({ seen: template.updated_at }) }),
    },
  );
  const [typed, setTyped] = useState(form.values);
  const isEmail = typed.channel === 'email';

  async function remove(id: string, text: string): Promise<boolean> {
    const isDone = await attempt(() => removeTemplate(id), { done: text, failed: toasts.removeFailed });
    if (!isDone) return false;
    form.draft.drop();
    await onChanged();
    onClose();
    return true;
  }

  return (
    <>
      <FormDialog
        form={form}
        title={template ? strings.editOf(template.name) : strings.add}
        submitLabel={labels.save}
        busyLabel={labels.saving}
        twoColumns
        onClose={onClose}
      >
        {/* Every field's events bubble here: the preview follows what is typed. */}
        <div
          className="contents"
          onInput={({ currentTarget }) => {
            const element = currentTarget.closest('form');
            if (element) setTyped({ ...original, ...readTyped(element) });
          }}
        >
          <InputField
            data-autofocus
            label={labels.name}
            {...form.field('name')}
            maxLength={TEMPLATE_LIMITS.name}
            autoComplete="off"
          />
          {!template?.is_shipped && (
            <SelectField label={labels.estado} {...form.field('estado')}>
              <option value="">{labels.anyStatus}</option>
              {LEAD_STATUSES.map((status) => (
                <option key={status} value={status}>
                  {leadStrings.statuses[status]}
                </option>
              ))}
            </SelectField>
          )}
          {!template && (
            <SelectField label={labels.channel} {...form.field('channel')}>
              {TEMPLATE_CHANNELS.map((channel) => (
                <option key={channel} value={channel}>
                  {strings.channels[channel]}
                </option>
              ))}
            </SelectField>
          )}
          {isEmail && (
            <InputField
              label={labels.subject}
              {...form.field('subject')}
              defaultValue={typed.subject}
              maxLength={TEMPLATE_LIMITS.subject}
              autoComplete="off"
            />
          )}
          {(['voseo', 'tuteo'] as const).map((voice) => (
            <div key={voice} className="sm:col-span-2">
              <TextareaField
                label={labels[voice]}
                hint={labels[`${voice}Hint`]}
                {...form.field(voice)}
                rows={isEmail ? 7 : 4}
                maxLength={TEMPLATE_LIMITS.text}
              />
            </div>
          ))}
        </div>
        <p className="text-sm text-ink-soft sm:col-span-2">{labels.placeholders}</p>
        <div className="sm:col-span-2">
          <Preview
            text={{ subject: isEmail ? typed.subject : null, voseo: typed.voseo, tuteo: typed.tuteo }}
            leads={leads}
            sender={sender}
          />
        </div>
        {template && (!template.is_shipped || template.updated_at !== null) && (
          <Button
            look="ghost"
            className="justify-self-start text-terracotta-dark! sm:col-span-2"
            onClick={() =>
              template.is_shipped
                ? ask(strings.questions.reset(template.name), () => remove(template.id, toasts.wasReset))
                : ask(strings.questions.remove(template.name), () => remove(template.id, toasts.removed))
            }
          >
            {template.is_shipped ? labels.reset : labels.remove}
          </Button>
        )}
      </FormDialog>
      {dialog}
    </>
  );
}

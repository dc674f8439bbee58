import { useState } from 'react';
import type { Lead } from '~/shared/leads/lead';
import type { LeadMessage } from '~/shared/leads/message';
import { conversationStrings as strings } from '~/shared/strings/lead/conversation';
import type { MessageTemplate } from '~/shared/whatsapp/template';
import { Dialog } from '../../ui/Dialog';
import { useFetch } from '../../ui/reading/useFetch';
import { describeTemplate } from './describe-template';
import { fetchTemplates } from './message-api';
import { TemplateForm } from './TemplateForm';

const { templatesFailed } = strings.toasts;

/** The approved templates; the one that is chosen is filled in and sent. */
export function TemplateDialog({
  lead,
  onSent,
  onClose,
}: {
  lead: Lead;
  onSent: (message: LeadMessage) => void;
  onClose: () => void;
}) {
  const { value: templates, placeholder } = useFetch(fetchTemplates, '', templatesFailed);
  const [chosen, setChosen] = useState<MessageTemplate | null>(null);
  const only = templates?.length === 1 ? (templates[0] ?? null) : null;
  const template = only ?? chosen;

  if (template && templates)
    return (
      <TemplateForm
        key={`${template.name} ${template.language}`}
        {...{ lead, template, onSent, onClose }}
        title={describeTemplate(template, templates)}
        onBack={only ? undefined : () => setChosen(null)}
      />
    );
  return (
    <Dialog title={strings.templatesOf(lead.nombre)} onClose={onClose}>
      {placeholder}
      {templates?.length === 0 && <p className="text-ink-soft">{strings.noTemplates}</p>}
      <ul className="grid gap-2 empty:hidden">
        {templates?.map((one) => (
          <li key={`${one.name} ${one.language}`}>
            <button
              type="button"
              onClick={() => setChosen(one)}
              className="grid w-full gap-1 rounded-xl rounded-bl-none bg-sand px-3 py-2.5 text-left ring-1 ring-sand-line ring-inset hover:bg-petrol-haze hover:ring-petrol"
            >
              <span className="font-semibold wrap-anywhere">{describeTemplate(one, templates)}</span>
              <span className="line-clamp-3 text-sm wrap-anywhere whitespace-pre-line text-ink-soft">
                {one.body}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

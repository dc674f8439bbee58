import { type SubmitEvent, useState } from 'react';
import type { LeadMessage } from '~/shared/leads/message';
import { actStrings } from '~/shared/strings/lead/acts';
import { conversationStrings as strings } from '~/shared/strings/lead/conversation';
import { fillWhatsappTemplate, listPlaceholders, type WhatsappTemplate } from '~/shared/whatsapp/template';
import { ApiError, callApi, showFailureOf } from '../../api-client';
import { Button } from '../../ui/Button';
import { Dialog, FormDialog } from '../../ui/Dialog';
import { readTyped, useDraft } from '../../ui/drafts/useDraft';
import { InputField } from '../../ui/forms/Field';
import { useFetch } from '../../ui/reading/useFetch';
import { draftNames } from '../draft-names';
import { useOpenLead } from '../open-lead';
import { sendMessage } from '../timeline/timeline-api';
import { describeTemplate, guessField } from './describe-template';

type Props = {
  onSent: (message: LeadMessage) => void;
  onClose: () => void;
};

/** The approved templates; the one that is chosen is filled in and sent. */
export function SendTemplateDialog({ onSent, onClose }: Props) {
  const { lead } = useOpenLead();
  const { value: templates, placeholder } = useFetch(fetchTemplates, '', strings.toasts.templatesFailed);
  const [chosen, setChosen] = useState<WhatsappTemplate | null>(null);
  const only = templates?.length === 1 ? (templates[0] ?? null) : null;
  const template = only ?? chosen;

  if (template && templates)
    return (
      <TemplateForm
        key={`${template.name} ${template.language}`}
        {...{ template, onSent, onClose }}
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
              <span className="line-clamp-3 text-sm wrap-anywhere whitespace-pre-line text-ink-soft">{one.body}</span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

async function fetchTemplates(): Promise<WhatsappTemplate[]> {
  return (await callApi<{ templates: WhatsappTemplate[] }>('/api/whatsapp/templates')).templates;
}

type TemplateFormProps = {
  template: WhatsappTemplate;
  title: string;
  onSent: (message: LeadMessage) => void;
  /** Chooses another one. */
  onBack: (() => void) | undefined;
  onClose: () => void;
};

/** A template as the person gets it, and its placeholders' values, guessed from the lead. */
function TemplateForm({ template, title, onSent, onBack, onClose }: TemplateFormProps) {
  const { lead } = useOpenLead();
  const { name, language } = template;
  const placeholders = listPlaceholders(template.body);
  const draft = useDraft(draftNames.template(lead.id, `${name} ${language}`));
  const [original] = useState(() =>
    Object.fromEntries(placeholders.map((key, index) => [key, guessField(key, index, lead)])),
  );
  const [typed, setTyped] = useState({ ...original, ...draft.typed });
  const [isTried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const fields = placeholders.map((key) => typed[key]?.trim() ?? '');
  const shown = fields.map((field, index) => field || `‹${strings.field(placeholders[index] ?? '')}›`);

  async function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    setTried(true);
    const missing = placeholders.find((_, index) => !fields[index]);
    if (missing !== undefined) {
      (event.currentTarget.elements.namedItem(missing) as HTMLElement | null)?.focus();
      return;
    }
    setBusy(true);
    try {
      const key = draft.keep(typed, original);
      const message = await sendMessage(lead.id, { template: name, language, fields }, key);
      draft.drop();
      onSent(message);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'already_made') draft.renewKey();
      showFailureOf(strings.toasts.failed, error, actStrings.stillHere);
      setBusy(false);
    }
  }

  return (
    <FormDialog
      form={{ busy, draft, original, submit: send }}
      title={title}
      submitLabel={strings.sendTemplate}
      busyLabel={strings.submitting}
      onClose={onClose}
    >
      <p className="bubble bg-petrol-mist max-w-full! whitespace-pre-line">{fillWhatsappTemplate(template, shown)}</p>
      <div
        className="contents"
        onInput={({ currentTarget }) => {
          const form = currentTarget.closest('form');
          if (form) setTyped((before) => ({ ...before, ...readTyped(form) }));
        }}
      >
        {placeholders.map((key, index) => (
          <InputField
            key={key}
            data-autofocus={index === 0 || undefined}
            label={strings.field(key)}
            name={key}
            maxLength={1000}
            autoComplete="off"
            defaultValue={typed[key]}
            error={isTried && !fields[index] ? strings.missing : undefined}
          />
        ))}
      </div>
      {onBack && (
        <Button look="ghost" onClick={onBack} className="-ml-2.5 justify-self-start">
          {strings.back}
        </Button>
      )}
    </FormDialog>
  );
}

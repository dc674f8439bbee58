import { type SubmitEvent, useState } from 'react';
import type { Lead } from '~/shared/leads/lead';
import type { LeadMessage } from '~/shared/leads/message';
import { leadActs } from '~/shared/strings/lead/acts';
import { conversationStrings as strings } from '~/shared/strings/lead/conversation';
import { fillTemplate, type MessageTemplate, placesOf } from '~/shared/whatsapp/template';
import { ApiError, showFailureOf } from '../../api-client';
import { Button } from '../../ui/Button';
import { FormDialog } from '../../ui/Dialog';
import { InputField } from '../../ui/forms/Field';
import { readTyped, useDraft } from '../../ui/forms/useDraft';
import { draftNames } from '../draft-names';
import { guessField } from './describe-template';
import { sendMessage } from './message-api';

/** A template as the person gets it, and what fills its places, guessed from the lead. */
export function TemplateForm({
  lead,
  template,
  title,
  onSent,
  onBack,
  onClose,
}: {
  lead: Lead;
  template: MessageTemplate;
  title: string;
  onSent: (message: LeadMessage) => void;
  /** Chooses another one. */
  onBack: (() => void) | undefined;
  onClose: () => void;
}) {
  const { name, language } = template;
  const places = placesOf(template.body);
  const draft = useDraft(draftNames.template(lead.id, `${name} ${language}`));
  const [original] = useState(() =>
    Object.fromEntries(places.map((place, index) => [place, guessField(place, index, lead)])),
  );
  const [typed, setTyped] = useState({ ...original, ...draft.typed });
  const [isTried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const fields = places.map((place) => typed[place]?.trim() ?? '');
  const shown = fields.map((field, index) => field || `‹${strings.field(places[index] ?? '')}›`);

  async function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    setTried(true);
    const missing = places.find((_, index) => !fields[index]);
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
      showFailureOf(strings.toasts.failed, error, leadActs.stillHere);
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
      <p className="bubble bubble-sent max-w-full! whitespace-pre-line">{fillTemplate(template, shown)}</p>
      <div
        className="contents"
        onInput={({ currentTarget }) => {
          const form = currentTarget.closest('form');
          if (form) setTyped((before) => ({ ...before, ...readTyped(form) }));
        }}
      >
        {places.map((place, index) => (
          <InputField
            key={place}
            data-autofocus={index === 0 || undefined}
            label={strings.field(place)}
            name={place}
            maxLength={1000}
            autoComplete="off"
            defaultValue={typed[place]}
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

import { useState } from 'react';
import type { Lead } from '~/shared/leads/lead';
import { templateStrings } from '~/shared/strings/templates';
import { type Addressee, composeMessage } from '~/shared/templates/compose';
import { findTemplateFault } from '~/shared/templates/fault';
import type { TemplateText } from '~/shared/templates/template';
import { SelectField } from '../ui/forms/Field';

const { form: labels } = templateStrings;

/** An addressee of whom nothing is known: what is left of a message then. */
const NOBODY: Addressee = { greeting: null, pais: 'Argentina', phone_key: null, plan: null, billing: null };

type Props = {
  text: TemplateText;
  leads: readonly Lead[];
  sender: string;
};

/** A message as one of these leads would get it, or its faults. */
export function Preview({ text, leads, sender }: Props) {
  const [chosen, setChosen] = useState(String(leads[0]?.id ?? ''));
  const lead = leads.find(({ id }) => String(id) === chosen) ?? NOBODY;
  const fault = [text.subject ?? '', text.voseo, text.tuteo].filter(Boolean).map(findTemplateFault).find(Boolean);
  const { subject, body } = composeMessage(text, lead, sender);
  return (
    <section
      aria-label={labels.preview}
      className="grid gap-2 rounded-xl rounded-bl-none bg-sand p-3 ring-1 ring-sand-line ring-inset"
    >
      {/* No name: not part of the form. */}
      <SelectField label={labels.previewWith} value={chosen} onChange={({ target }) => setChosen(target.value)}>
        {leads.map(({ id, nombre }) => (
          <option key={id} value={id}>
            {nombre}
          </option>
        ))}
        <option value="">{labels.nobody}</option>
      </SelectField>
      {fault ? (
        <p className="text-terracotta-dark">{fault}</p>
      ) : (
        <>
          {subject && <p className="font-medium wrap-anywhere">{subject}</p>}
          <p className="wrap-anywhere whitespace-pre-line">{body}</p>
        </>
      )}
    </section>
  );
}

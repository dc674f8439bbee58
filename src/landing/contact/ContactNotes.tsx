import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { name as planNames, topic as planTopics } from '~/content/plans.yaml';
import type { Edition } from '~/shared/editions';
import { TOPIC_FIELD } from '~/shared/enquiries/origin';
import { EDITION_TEXTS } from '../editions';
import { $billing } from '../sections/billing';
import { AlreadySent } from './AlreadySent';
import { recallSent, refill } from './sent';
import { newSubmissionId } from './submission-id';

type Props = {
  form: HTMLFormElement;
  /** Whether the form goes to our own endpoint, which takes a topic. */
  isOwn: boolean;
  edition: Edition;
};

const dialogOf = (form: HTMLFormElement) => form.closest('dialog');

/**
 * What the form is about: 'Agente de IA · anual' or the topic of the button that opened the dialog; '' for none. The
 * page's script has put the topic on the dialog before these listeners hear the click, and perhaps before they exist.
 */
function useTopic(form: HTMLFormElement): string {
  const [topic, setTopic] = useState('');
  const billing = useStore($billing);
  useEffect(() => {
    const readTopic = () => setTopic(dialogOf(form)?.dataset['topic'] ?? '');
    readTopic();
    document.addEventListener('click', readTopic);
    return () => document.removeEventListener('click', readTopic);
  }, [form]);
  const plan = planNames[planTopics.indexOf(topic)];
  return plan ? `${plan} · ${billing}` : topic;
}

/**
 * What this page sent before it was left. On coming back the dialog opens, filled in with it. Closing it or starting
 * another enquiry forgets it: sent.ts remembers in the history's state.
 */
function useRestoredEnquiry(form: HTMLFormElement) {
  const [past, setPast] = useState<ReturnType<typeof recallSent>>(null);
  const fieldOf = (name: string) => form.elements.namedItem(name) as HTMLInputElement;

  useEffect(() => {
    const dialog = dialogOf(form);
    const message = form.elements.namedItem('mensaje') as HTMLTextAreaElement;
    const restore = () => {
      const found = recallSent();
      setPast(found);
      if (!found) return;
      refill(form, found.sent);
      if (!dialog?.open) dialog?.showModal();
    };
    const forget = () => {
      if (recallSent()?.isReceived) message.value = '';
      history.replaceState(null, '');
      setPast(null);
    };
    restore();
    addEventListener('pageshow', restore);
    dialog?.addEventListener('close', forget);
    return () => {
      removeEventListener('pageshow', restore);
      dialog?.removeEventListener('close', forget);
    };
  }, [form]);

  function startAnother(): void {
    fieldOf('submission_id').value = newSubmissionId();
    fieldOf('mensaje').value = '';
    history.replaceState(null, '');
    // The fields must be shown before one can take focus.
    flushSync(() => setPast(null));
    fieldOf('mensaje').focus();
  }
  return { past, startAnother };
}

/** What the dialog's form is about, and what was sent with it before, above its fields. */
export function ContactNotes({ form, isOwn, edition }: Props) {
  const { form: strings } = EDITION_TEXTS[edition];
  const about = useTopic(form);
  const { past, startAnother } = useRestoredEnquiry(form);
  const tema = past?.sent[TOPIC_FIELD] ?? about;
  return (
    <>
      {tema && (
        <p>
          <span>{strings.about}</span> <b>{tema}</b>
        </p>
      )}
      {tema && isOwn && <input type="hidden" name={TOPIC_FIELD} value={tema} />}
      {past && <AlreadySent {...past} strings={strings} onAnother={startAnother} />}
    </>
  );
}

import { useStore } from '@nanostores/react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Content } from '~/content/files';
import { name as planNames, topic as planTopics } from '~/content/plans.yaml';
import type { Edition } from '~/shared/editions';
import { TOPIC_FIELD } from '~/shared/enquiries/origin';
import { ContactForm } from '../contact/ContactForm';
import { ContactWays } from '../contact/ContactWays';
import { readOrigin } from '../contact/origin';
import { recallSent, refill } from '../contact/sent';
import { EDITION_TEXTS } from '../editions';
import { AlreadySent } from './AlreadySent';
import { $billing } from './BillingToggle';

const ID = 'contacto';

type DialogRef = RefObject<HTMLDialogElement | null>;

/**
 * The topic of the button that opened the dialog; '' for none. The inline script puts it on the dialog, which may have
 * opened before this code loaded.
 */
function useTopic(dialog: DialogRef): string {
  const [topic, setTopic] = useState('');
  useEffect(() => {
    const readTopic = () => setTopic(dialog.current?.dataset['topic'] ?? '');
    readTopic();
    document.addEventListener('click', readTopic);
    return () => document.removeEventListener('click', readTopic);
  }, [dialog]);
  return topic;
}

/** For browsers without `closedby`: closes the dialog on a click on its backdrop. */
function useBackdropDismissal(dialog: DialogRef) {
  useEffect(() => {
    const element = dialog.current;
    if (!element || 'closedBy' in HTMLDialogElement.prototype) return;
    const dismiss = (event: MouseEvent) => {
      if (event.target === element) element.close();
    };
    element.addEventListener('click', dismiss);
    return () => element.removeEventListener('click', dismiss);
  }, [dialog]);
}

/** The form's topic, 'Agente de IA · anual', and the message's first line for a plan; '' for none. */
function useAbout(dialog: DialogRef, line: string): { about: string; firstLine: string } {
  const topic = useTopic(dialog);
  const billing = useStore($billing, { ssr: 'initial' });
  const plan = planNames[planTopics.indexOf(topic)];
  if (!plan) return { about: topic, firstLine: '' };
  const firstLine = line.replace('{plan}', plan).replace('{facturacion}', billing);
  return { about: `${plan} · ${billing}`, firstLine };
}

const formIn = (dialog: DialogRef) => dialog.current?.querySelector<HTMLFormElement>('[method=post]');
const messageIn = (dialog: DialogRef) =>
  formIn(dialog)?.elements.namedItem('mensaje') as HTMLTextAreaElement | undefined;

/** Prefills an empty message with an editable first line, and replaces it only while untouched. */
function useFirstLine(dialog: DialogRef, line: string): void {
  const written = useRef('');
  useEffect(() => {
    const message = messageIn(dialog);
    if (!message || (message.value !== '' && message.value !== written.current)) return;
    message.value = line;
    written.current = line;
  }, [dialog, line]);
}

/**
 * What this page sent before it was left. On coming back the dialog is open, refilled with it, until it is closed or
 * another enquiry begins.
 */
function useRestoredEnquiry(dialog: DialogRef) {
  const [past, setPast] = useState<ReturnType<typeof recallSent>>(null);
  useEffect(() => {
    const element = dialog.current;
    const form = formIn(dialog);
    if (!element || !form) return;
    const look = () => {
      const found = recallSent();
      setPast(found);
      if (!found) return;
      refill(form, found.sent);
      if (!element.open) element.showModal();
    };
    look();
    addEventListener('pageshow', look);
    element.addEventListener('close', forget);
    return () => {
      removeEventListener('pageshow', look);
      element.removeEventListener('close', forget);
    };
    function forget() {
      const message = messageIn(dialog);
      if (message && recallSent()?.isReceived) message.value = '';
      history.replaceState(null, '');
      setPast(null);
    }
  }, [dialog]);

  function startAnother() {
    const id = formIn(dialog)?.elements.namedItem('submission_id') as HTMLInputElement | undefined;
    if (id) id.value = crypto.randomUUID?.() ?? '';
    const message = messageIn(dialog);
    if (message) message.value = '';
    history.replaceState(null, '');
    // The form must be rendered before it can take focus.
    flushSync(() => setPast(null));
    message?.focus();
  }
  return { past, startAnother };
}

type Props = {
  /** Known to the build; its markup is kept in the browser. */
  content?: Content;
  action: string;
  isOwn: boolean;
  edition: Edition;
};

export default function ContactDialog({ content, action, isOwn, edition }: Props) {
  const { form: strings } = EDITION_TEXTS[edition];
  const dialog = useRef<HTMLDialogElement>(null);
  const { about, firstLine } = useAbout(dialog, strings.firstLine);
  const { past, startAnother } = useRestoredEnquiry(dialog);
  const [origin, setOrigin] = useState({});
  useEffect(() => setOrigin(readOrigin()), []);
  useFirstLine(dialog, firstLine);
  useBackdropDismissal(dialog);
  const tema = past?.sent[TOPIC_FIELD] ?? about;
  const isReceived = past?.isReceived ?? false;
  return (
    <dialog
      ref={dialog}
      // The dialog may be open before this code loads.
      suppressHydrationWarning
      id={ID}
      className="contact"
      closedby="any"
      aria-labelledby={`${ID}-titulo`}
      aria-describedby={`${ID}-bajada`}
    >
      {/* Fills the dialog, so that a click on the dialog itself is one on its backdrop. */}
      <div className="sheet">
        <form method="dialog">
          <button type="submit" className="close">
            {strings.close}
          </button>
        </form>
        <h2 id={`${ID}-titulo`}>{strings.title}</h2>
        <p id={`${ID}-bajada`}>
          {isReceived ? strings.receivedHint : strings.subtitle}{' '}
          {content ? (
            <span>
              <ContactWays content={content} />
            </span>
          ) : (
            // biome-ignore lint/security/noDangerouslySetInnerHtml: an empty text, which leaves the build's markup as it is
            <span suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />
          )}
        </p>
        <p className="about">
          {tema && (
            <>
              {strings.about} <b>{tema}</b>
            </>
          )}
        </p>
        {past && <AlreadySent {...past} strings={strings} onAnother={startAnother} />}
        <ContactForm action={action} own={isOwn ? { ...(tema && { tema }), ...origin } : undefined} edition={edition} />
      </div>
    </dialog>
  );
}

import { type RefObject, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { recallSent, refill } from '../contact/sent';

type DialogRef = RefObject<HTMLDialogElement | null>;

const formIn = (dialog: DialogRef) => dialog.current?.querySelector<HTMLFormElement>('[method=post]');
const messageIn = (dialog: DialogRef) =>
  formIn(dialog)?.elements.namedItem('mensaje') as HTMLTextAreaElement | undefined;

/** Prefills an empty message with an editable first line, and replaces it only while untouched. */
export function useFirstLine(dialog: DialogRef, line: string): void {
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
export function useRestoredEnquiry(dialog: DialogRef) {
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

import { useEffect, useRef } from 'react';
import { enquiryStrings as strings } from '~/shared/strings/enquiries';
import { ContactForm } from '../ContactForm';
import { $topic } from './stores';

const ID = 'contacto';

/** Reads the topic that the inline script stores on the dialog. It may have been opened before this code was loaded. */
function useTopic(dialog: React.RefObject<HTMLDialogElement | null>) {
  useEffect(() => {
    const rememberTopic = () => $topic.set(dialog.current?.dataset['topic'] ?? '');
    rememberTopic();
    document.addEventListener('click', rememberTopic);
    return () => document.removeEventListener('click', rememberTopic);
  }, [dialog]);
}

/** Browsers without `closedby` do not close a dialog when its backdrop is clicked. */
function useBackdropDismissal(dialog: React.RefObject<HTMLDialogElement | null>) {
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

export default function ContactDialog({ action }: { action: string }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useTopic(dialog);
  useBackdropDismissal(dialog);
  return (
    <dialog
      ref={dialog}
      // The dialog may already be open when this code is loaded.
      suppressHydrationWarning
      id={ID}
      className="contact"
      closedby="any"
      aria-labelledby={`${ID}-titulo`}
      aria-describedby={`${ID}-bajada`}
    >
      {/* Fills the dialog, so that a click on the dialog itself is a click on its backdrop. */}
      <div className="sheet">
        <form method="dialog">
          <button type="submit" className="close">
            {strings.close}
          </button>
        </form>
        <h2 id={`${ID}-titulo`}>{strings.title}</h2>
        <p id={`${ID}-bajada`}>{strings.subtitle}</p>
        <ContactForm action={action} />
      </div>
    </dialog>
  );
}

/** The script of /contacto and of the correction page. Both work without it, but remember nothing. */
import { enhanceForm } from './enhance-form';
import { recallSent, refill, rememberSent } from './sent';
import { newSubmissionId } from './submission-id';

const form = document.querySelector<HTMLFormElement>('.enquiry');
const again = document.querySelector<HTMLAnchorElement>('.again a');

/** Starts a new enquiry, unless this page has sent one before. */
function begin(form: HTMLFormElement): void {
  const id = form.elements.namedItem('submission_id') as HTMLInputElement;
  const past = recallSent();
  if (past) refill(form, past.sent);
  else id.value = id.defaultValue || newSubmissionId();
  form.inert = past?.isReceived ?? false;
  for (const note of document.querySelectorAll<HTMLElement>('[data-when]'))
    note.hidden = note.dataset['when'] !== (past && (past.isReceived ? 'received' : 'unknown'));
}

if (form) {
  enhanceForm(form);
  begin(form);
  addEventListener('pageshow', () => begin(form));
  // The current URL may be that of a refused POST, which no browser shows again without asking.
  form.addEventListener('submit', () => rememberSent(form, again?.href));
}

// A link to the page's own URL is a reload, which would recall what was sent.
again?.addEventListener('click', () => history.replaceState(null, ''));

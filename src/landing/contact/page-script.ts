/** The script of /contacto and of the correction page. Both work without it, but remember nothing. */
import { readOrigin } from './origin';
import { recallSent, refill } from './sent';

const form = document.querySelector<HTMLFormElement>('.enquiry');
const again = document.querySelector<HTMLAnchorElement>('.again a');
const field = (name: string) => form?.elements.namedItem(name) as HTMLInputElement | null | undefined;

// The current URL may be that of a refused POST, which no browser shows again without asking.
form?.addEventListener('submit', () =>
  history.replaceState({ ...Object.fromEntries(new FormData(form)), at: Date.now() }, '', again?.href),
);

// Only the form for this product's own endpoint has the honeypot.
if (form?.querySelector('.trap')) {
  for (const [name, value] of Object.entries(readOrigin())) {
    if (field(name)) continue;
    const input = Object.assign(document.createElement('input'), { type: 'hidden', name, value });
    form.append(input);
  }
}

// A link to the page's own URL is a reload, which would recall what was sent.
again?.addEventListener('click', () => history.replaceState(null, ''));

// Showing the page starts a new enquiry, unless it has sent one before.
addEventListener('pageshow', () => {
  const id = field('submission_id');
  if (!form || !id) return;
  const past = recallSent();
  if (past) refill(form, past.sent);
  else id.value = id.defaultValue || (crypto.randomUUID?.() ?? '');
  form.inert = past?.isReceived ?? false;
  for (const note of document.querySelectorAll<HTMLElement>('[data-when]'))
    note.hidden = note.dataset['when'] !== (past && (past.isReceived ? 'received' : 'unknown'));
});

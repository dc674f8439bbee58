/**
 * What the browser remembers of a sent enquiry: the page's history entry keeps its content, and the tab its id, which
 * ThanksPage.astro notes as received. On coming back, the page says whether it arrived.
 */
export type Sent = Record<string, string>;

/** Keeps what a form sends in the page's history entry, under `url` if that is another one. */
export function rememberSent(form: HTMLFormElement, url?: string): void {
  const sent = Object.fromEntries(new FormData(form)) as Sent;
  history.replaceState(sent, '', url);
  try {
    sessionStorage.setItem('enviada', sent['submission_id'] as string);
  } catch {
    // Storage may be refused: coming back then says that receipt is unknown.
  }
}

/** What this page sent before it was left, and whether the thanks page followed; null if nothing. */
export function recallSent(): { sent: Sent; isReceived: boolean } | null {
  const sent: Sent | null = history.state;
  if (!sent?.['submission_id']) return null;
  try {
    // Not the tab's storage: a page that comes back whole in Firefox sees that as it was before it was left.
    return { sent, isReceived: localStorage.getItem('recibida') === sent['submission_id'] };
  } catch {
    return { sent, isReceived: false };
  }
}

/** Refills the form with what was sent, submission_id included, so that the same enquiry never becomes two. */
export function refill(form: HTMLFormElement, sent: Sent): void {
  for (const [name, value] of Object.entries(sent)) {
    const field = form.elements.namedItem(name);
    if (field && 'value' in field) field.value = value;
  }
}

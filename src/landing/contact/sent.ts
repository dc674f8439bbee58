/**
 * What the browser remembers of a sent enquiry: the page's history entry keeps its content and time, and gracias.astro
 * notes for this tab when it was reached. On coming back, the page says whether it arrived.
 */
const RECEIPT = 'recibida';

export type Sent = Record<string, string>;

/** Keeps what a form sends in the page's history entry, under `url` if that is another one. */
export function rememberSent(form: HTMLFormElement, url?: string): void {
  history.replaceState({ ...Object.fromEntries(new FormData(form)), at: Date.now() }, '', url);
}

/** What this page sent before it was left, and whether the thanks page followed; null if nothing. */
export function recallSent(): { sent: Sent; isReceived: boolean } | null {
  const sent: (Sent & { at: string }) | null = history.state;
  if (!sent?.at) return null;
  try {
    return { sent, isReceived: Number(sessionStorage.getItem(RECEIPT)) >= Number(sent.at) };
  } catch {
    // Storage may be refused.
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

/**
 * What the browser remembers of an enquiry once it was sent: the page's own entry in the history has what was sent and
 * when, and gracias.astro notes for this tab when it was reached. So whoever comes back is told whether it arrived.
 */
const RECEIPT = 'recibida';

/** The fields of the form. */
export type Sent = Record<string, string>;

/** What this page has sent before it was left, and whether the thanks page followed; null: nothing. */
export function recallSent(): { sent: Sent; isReceived: boolean } | null {
  const sent: (Sent & { at: string }) | null = history.state;
  if (!sent?.at) return null;
  try {
    return { sent, isReceived: Number(sessionStorage.getItem(RECEIPT)) >= Number(sent.at) };
  } catch {
    // A browser may refuse to keep anything.
    return { sent, isReceived: false };
  }
}

/** Puts what was sent into the form again, with its submission_id: the same enquiry is never two. */
export function refill(form: HTMLFormElement, sent: Sent): void {
  for (const [name, value] of Object.entries(sent)) {
    const field = form.elements.namedItem(name);
    if (field && 'value' in field) field.value = value;
  }
}

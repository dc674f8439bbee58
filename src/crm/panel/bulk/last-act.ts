import type { BulkAnswer } from '~/shared/leads/bulk';

/** A change of many leads that can still be taken back: its calls' keys, what it said, and whom it left as they were. */
export type LastAct = {
  keys: string[];
  changed: number;
  text: string;
  skipped: number;
  left: BulkAnswer['left'];
  /** When it was made. */
  at: number;
};

/** After this time it is offered no more. The server keeps it for a day. */
const OFFERED_MS = 60 * 60 * 1000;

/** Named like this, it leaves with the sign-out (ui/forms/drafts). */
const nameFor = (userId: string) => `de-muchos:${userId}`;

/** What this user last did with many leads in this tab, also before a reload. */
export function readLastAct(userId: string): LastAct | null {
  try {
    const act = JSON.parse(sessionStorage.getItem(nameFor(userId)) ?? 'null') as LastAct | null;
    return act && act.at > Date.now() - OFFERED_MS ? act : null;
  } catch {
    return null;
  }
}

export function keepLastAct(userId: string, act: LastAct | null): void {
  try {
    if (act) sessionStorage.setItem(nameFor(userId), JSON.stringify(act));
    else sessionStorage.removeItem(nameFor(userId));
  } catch {
    // Without storage it is offered until the page is left.
  }
}

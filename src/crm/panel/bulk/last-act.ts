import type { BulkAnswer } from '~/shared/leads/bulk';

/** A bulk change that can still be undone: its calls' keys, its message, and the leads it skipped. */
export type LastAct = {
  keys: string[];
  changed: number;
  text: string;
  skipped: number;
  left: BulkAnswer['left'];
  at: number;
};

/** No longer offered after this. The server keeps it for a day. */
const OFFERED_MS = 60 * 60 * 1000;

/** This form of name is deleted at sign-out (ui/drafts). */
const nameFor = (userId: string) => `de-muchos:${userId}`;

/** This user's last bulk change in this tab, even from before a reload. */
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

import type { Lead } from '~/shared/leads/lead';
import { noteAwaiting } from '../../notices/lead-notices';
import { selectLastOurs } from './settle-queries';

/** Whoever has answered within this time is talking with the person: a notice of each turn would only disturb. */
const TALKING_MS = 10 * 60_000;

/** What follows once somebody awaits an answer, in the caller's transaction: a watch, and notices but within a talk. */
export function tellAwaiting({ id, owner_id }: Lead): void {
  const now = Date.now();
  const answered = selectLastOurs().get({ lead_id: id })?.at;
  const isTalking = answered !== undefined && now - Date.parse(answered) < TALKING_MS;
  noteAwaiting(id, owner_id, new Date(now).toISOString(), { isTold: !isTalking });
}

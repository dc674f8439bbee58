import { peopleStrings } from '../strings/lead/people';
import type { LeadEvent } from './event';

const { handover } = peopleStrings;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A change of owner, as the rest of a sentence after its author's name. */
export function describeHandover({
  actor_id,
  actor_name,
  from_value,
  to_value,
}: Pick<LeadEvent, 'actor_id' | 'actor_name' | 'from_value' | 'to_value'>): string {
  const [from, to] = [nameOf(from_value), nameOf(to_value)];
  if (to === null) return from === null || from === actor_name ? handover.gaveBack : handover.tookAway(from);
  if (actor_id === null) return handover.fell(to);
  if (to === actor_name) return from === null ? handover.took : handover.tookFrom(from);
  return from === null || from === actor_name ? handover.gave(to) : handover.moved(from, to);
}

/** Deleted accounts leave only their id. */
function nameOf(owner: string | null): string | null {
  return owner !== null && UUID.test(owner) ? handover.somebody : owner;
}

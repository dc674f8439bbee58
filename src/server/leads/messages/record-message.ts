import { waitingSince } from '~/shared/leads/waiting';
import { withoutStoppingTimer } from '../../notices/response-timers/response-timers';
import { recordEvent } from '../history/events';
import { enqueueMessageCreated } from '../lead-webhook';
import { findLead, lookUpLead } from '../leads';
import { findMessage } from './conversation';
import type { StoredMessage } from './message-queries';
import { notifyAwaiting, updateAwaitingReply, updateFirstContact } from './reply-state';

/**
 * What a stored message of a live lead entails, in the caller's transaction: its event, first contact and awaited
 * reply, notices and webhooks. `isAnnounced`: the lead itself is announced.
 */
export function recordMessage(
  { id, direction, author_id, is_past, at }: Omit<StoredMessage, 'lead_id' | 'body'>,
  lead_id: number,
  { isAnnounced = false } = {},
): void {
  const isLive = is_past === 0;
  const isNewlyAwaited = updateAwaitingReply(lead_id);
  if (direction === 'out') updateFirstContact(lead_id, { isLive });
  const type = direction === 'in' ? 'message_received' : 'message_sent';
  const record = () => recordEvent(lead_id, author_id, { type, to: String(id) }, at);
  const lead = lookUpLead(lead_id);
  // A message older than what they wait for answers nothing.
  if (lead && waitingSince(lead) !== null) withoutStoppingTimer(lead_id, record);
  else record();
  if (!lead || !isLive) return;
  if (isNewlyAwaited && !isAnnounced) notifyAwaiting(lead);
  enqueueMessageCreated(findLead(lead_id), findMessage(id));
}

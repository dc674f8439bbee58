import { withoutTouching } from '../../notices/lead-notices';
import { recordEvent } from '../history/events';
import { enqueueMessageCreated } from '../lead-webhook';
import { findLead, lookUpLead, needsAttention } from '../leads';
import type { HeardRow } from './heard-queries';
import { findMessage } from './read-messages';
import { settleAwaiting, settleContact } from './settle';
import { tellAwaiting } from './tell-awaiting';

/**
 * What a message in a live lead's story brings about: its event, the first contact, who awaits an answer, notices and
 * webhooks. Also for a message written here. `isAnnounced`: the lead itself is news.
 */
export function tellMessage(
  { id, direction, author_id, is_past, at }: Omit<HeardRow, 'lead_id'>,
  lead_id: number,
  { isAnnounced = false } = {},
): void {
  const isNews = is_past === 0;
  const isNewlyAwaited = settleAwaiting(lead_id);
  if (direction === 'out') settleContact(lead_id, { isNews });
  const type = direction === 'in' ? 'message_received' : 'message_sent';
  const record = () => recordEvent(lead_id, author_id, { type, to: String(id) }, at);
  const lead = lookUpLead(lead_id);
  // What is older than what they wait for is no answer to it.
  if (lead && needsAttention(lead)) withoutTouching(lead_id, record);
  else record();
  if (!lead || !isNews) return;
  if (isNewlyAwaited && !isAnnounced) tellAwaiting(lead);
  enqueueMessageCreated(findLead(lead_id), findMessage(id));
}

import { query } from '../../database/connection';
import type { WhatsappMove } from '../../whatsapp/webhook-events';
import { changeLeadInTransaction, findLead } from '../leads';
import { listSamePerson } from '../same-person/find-same-person';
import { joinAsOnePerson } from '../same-person/join';
import { findByPerson, isErased } from './find-person';
import { updateUserId } from './message-queries';
import { keyOfNumber, keyOfPerson } from './number-keys';

/** The messages of a number that its person has given up. */
const moveMessages = query<[{ lead_id: number; from: string; to: string }]>(
  "UPDATE messages SET phone_key = :to WHERE lead_id = :lead_id AND phone_key = :from AND direction = 'in'",
);

/**
 * Somebody has another number or id, in the caller's transaction: their leads get it. Leads that came since are of
 * whoever got the former number, so that a repetition moves nobody else. Idempotent.
 */
export function receiveMove({ from, to, at }: WhatsappMove): void {
  if (isErased(from, at)) return;
  const { byNumber, byId } = findByPerson(from);
  const phone_key = from.number === null ? null : keyOfNumber(from.number);
  const ofNumber = listSamePerson({ email_key: null, phone_key }).map(({ id }) => id);
  const known = new Set([byNumber, byId, ...ofNumber].filter((id) => id !== null));
  const leads = [...known].map(findLead).filter(({ created_at }) => created_at <= at);
  const newest = byNumber ?? byId;
  for (const lead of leads) {
    if (to.userId) updateUserId().run({ id: lead.id, user_id: to.userId });
    if (to.number === null) continue;
    if (lead.id === newest) joinWhoCameSince(lead.id, to.number, at);
    if (lead.whatsapp === null || lead.phone_key === phone_key)
      changeLeadInTransaction(lead.id, { whatsapp: `+${to.number}` }, null, { claims: false });
    moveMessages().run({ lead_id: lead.id, from: keyOfPerson(from), to: keyOfNumber(to.number) });
  }
}

/** The new number may have written before this was told. Its lead from before would be of its former owner. */
function joinWhoCameSince(lead_id: number, number: string, at: string): void {
  const { byNumber } = findByPerson({ number, userId: null });
  if (byNumber === null || byNumber === lead_id) return;
  const { source, created_at } = findLead(byNumber);
  if (source === 'whatsapp' && created_at >= at) joinAsOnePerson(byNumber, lead_id);
}

import { query } from '../../database/connection';
import { findLead } from '../leads';
import { numbersOfLead } from './number-keys';
import { ROW, type StoredMessage } from './received-queries';
import { recordMessage } from './record-message';
import { updateFirstContact } from './reply-state';
import { UNCLAIMED_RETENTION_DAYS } from './unclaimed';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Our messages to a number without a lead since a moment, oldest first. */
const selectUnclaimed = query<[{ phone_key: string; since: string }], StoredMessage>(
  `SELECT ${ROW} FROM messages INDEXED BY messages_without_lead
   WHERE phone_key = :phone_key AND lead_id IS NULL AND at >= :since ORDER BY at`,
);

const assignLead = query<[{ id: number; lead_id: number }]>(
  'UPDATE messages SET lead_id = :lead_id WHERE id = :id AND lead_id IS NULL',
);

/**
 * Gives a lead what we had written to its number before it came, in the caller's transaction, which is its first contact,
 * unless it came by writing to us since. Returns whether there was anything.
 */
export function claimMessages(lead_id: number): boolean {
  const since = new Date(Date.now() - UNCLAIMED_RETENTION_DAYS * DAY_MS).toISOString();
  const lead = findLead(lead_id);
  const ours = numbersOfLead(lead).flatMap((phone_key) => selectUnclaimed().all({ phone_key, since }));
  const [first] = ours.sort((a, b) => a.at.localeCompare(b.at));
  if (!first) return false;
  for (const one of ours) {
    assignLead().run({ id: one.id, lead_id });
    recordMessage(one, lead_id);
  }
  if (lead.source !== 'whatsapp') updateFirstContact(lead_id, { isLive: true, since: first.at });
  return true;
}

import { spendMessageBudget, spendStrangerBudget } from '../../enquiries/daily-budget';
import { log } from '../../log';
import { countDropped, type DropReason } from '../../metrics/metrics';
import type { WhatsappMessage } from '../../whatsapp/webhook-events';
import { isErasedMessage, isFromErased } from '../erasure/erased-marks';
import { findLead } from '../leads';
import { findSamePerson, findSameText } from '../same-person/same-person';
import { addMessageLead, firstWordsOf, updateFirstWords } from './message-lead';
import { keyOfNumber } from './number-keys';
import {
  assignLead,
  insertReceived,
  type StoredMessage,
  selectByWamid,
  selectUnclaimed,
  updateIsLive,
} from './received-queries';
import { recordMessage } from './record-message';
import { refreshReplyState } from './reply-state';
import { isSilenced } from './silenced-numbers';
import { UNCLAIMED_RETENTION_DAYS } from './unclaimed';

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Puts a message into the timeline of its number's newest live lead, in the caller's transaction. A stranger's makes
 * one; ours to a stranger waits for that. Idempotent.
 */
export function receiveMessage(message: WhatsappMessage): void {
  const { wamid, number, at, isPast } = message;
  const known = selectByWamid().get({ wamid });
  if (known) {
    if (known.is_past && !isPast) {
      updateIsLive().run({ id: known.id });
      refreshReplyState(known, { isLive: true });
    }
    return;
  }
  if (isFromErased(number, at) || isErasedMessage(wamid)) return;
  // The text identifies the lead of a number that is none by our rules.
  const key = keyOfNumber(number);
  const lead_id = findSamePerson({ email_key: null, phone_key: key }) ?? findSameText(`+${number}`);
  if (lead_id === null) receiveFromStranger(message, key);
  else if (!isPast && message.direction === 'in' && !spendMessageBudget(key, message.body, now())) drop('budget');
  else addToLead(message, key, lead_id);
}

function receiveFromStranger(message: WhatsappMessage, key: string): void {
  if (message.isPast) return;
  if (message.direction === 'out') store(message, key, null);
  else if (isSilenced(key)) drop('silenced');
  else if (spendStrangerBudget(key, message.body, now())) makeLead(message, key);
  else drop('budget');
}

function makeLead(message: WhatsappMessage, key: string): void {
  const lead = addMessageLead(message);
  recordMessage(store(message, key, lead.id), lead.id, { isAnnounced: true });
  const since = new Date(Date.now() - UNCLAIMED_RETENTION_DAYS * DAY_MS).toISOString();
  for (const ours of selectUnclaimed().all({ phone_key: key, since })) {
    assignLead().run({ id: ours.id, lead_id: lead.id });
    recordMessage(ours, lead.id);
  }
}

function addToLead(message: WhatsappMessage, key: string, lead_id: number): void {
  const lead = findLead(lead_id);
  const before = message.direction === 'in' && !message.isPast ? firstWordsOf(lead) : null;
  const row = store(message, key, lead_id);
  updateFirstWords(lead, before);
  recordMessage(row, lead_id);
}

function store(
  { wamid, direction, kind, body, file, reply_to, isPast, at }: WhatsappMessage,
  phone_key: string,
  lead_id: number | null,
): StoredMessage {
  const row = insertReceived().get({
    ...{ lead_id, phone_key, wamid, direction, kind, body, reply_to, is_past: isPast ? 1 : 0, at },
    media_id: file?.media_id ?? null,
    mime_type: file?.mime_type ?? null,
    file_name: file?.name ?? null,
  });
  if (!row) throw new Error('insert returned no row');
  return row;
}

function drop(reason: DropReason): void {
  countDropped(reason);
  log.warn({ event: 'whatsapp_dropped', reason });
}

const now = () => new Date().toISOString();

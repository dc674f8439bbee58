import type { MessageKind } from '~/shared/leads/message';
import { query } from '../../database/connection';
import { spendMessageBudget, spendStrangerBudget } from '../../enquiries/daily-budget';
import { log } from '../../log';
import { countDropped, type DropReason } from '../../metrics/metrics';
import type { WhatsappMessage } from '../../whatsapp/webhook-events';
import { isErasedMessage } from '../erasure/erased-marks';
import { recordEvent } from '../history/events';
import { findLead } from '../leads';
import { findLeadOf, isErased } from './find-person';
import { addMessageLead, firstWordsOf, updateFirstWords } from './message-lead';
import { ROW, type StoredMessage, selectByWamid } from './message-queries';
import { keyOfPerson } from './number-keys';
import { recordMessage } from './record-message';
import { refreshReplyState } from './reply-state';
import { isSilenced } from './silenced-numbers';
import { settleVersions } from './versions';

/** For a message that came as history first. */
const updateIsLive = query<[{ id: number }]>('UPDATE messages SET is_past = 0 WHERE id = :id');

/**
 * Puts a message into the timeline of its person's newest live lead, in the caller's transaction. A stranger's makes
 * one; ours to a stranger waits for that. Idempotent.
 */
export function receiveMessage(message: WhatsappMessage): void {
  const { wamid, at, isPast } = message;
  const known = selectByWamid().get({ wamid });
  if (known) {
    if (known.is_past && !isPast) {
      updateIsLive().run({ id: known.id });
      refreshReplyState(known, { isLive: true });
    }
    return;
  }
  if (isErased(message, at) || isErasedMessage(wamid)) return;
  const { lead_id, former } = findLeadOf(message);
  const key = keyOfPerson(message);
  if (lead_id === null) receiveFromStranger(message, key, former);
  else if (!isPast && message.direction === 'in' && !spendMessageBudget(key, message.body, now())) drop('budget');
  else addToLead(message, key, lead_id);
  settleVersions(wamid);
}

function receiveFromStranger(message: WhatsappMessage, key: string, former: number | null): void {
  if (message.isPast) return;
  if (message.direction === 'out') store(message, key, null);
  else if (isSilenced(key)) drop('silenced');
  else if (spendStrangerBudget(key, message.body, now())) makeLead(message, key, former);
  else drop('budget');
}

function makeLead(message: WhatsappMessage, key: string, former: number | null): void {
  const lead = addMessageLead(message);
  if (former !== null) recordEvent(lead.id, null, { type: 'number_reused', to: String(former) }, now());
  recordMessage(store(message, key, lead.id), lead.id, { isAnnounced: true });
}

function addToLead(message: WhatsappMessage, key: string, lead_id: number): void {
  const lead = findLead(lead_id);
  const before = message.direction === 'in' && !message.isPast ? firstWordsOf(lead) : null;
  const row = store(message, key, lead_id);
  updateFirstWords(lead, before);
  recordMessage(row, lead_id);
}

type NewMessage = {
  lead_id: number | null;
  phone_key: string;
  wamid: string;
  direction: 'in' | 'out';
  kind: MessageKind;
  body: string | null;
  media_id: string | null;
  mime_type: string | null;
  file_name: string | null;
  reply_to: string | null;
  sender_name: string | null;
  /** As JSON. */
  referral: string | null;
  is_past: 0 | 1;
  at: string;
};

const insertReceived = query<[NewMessage], StoredMessage>(
  `INSERT INTO messages (lead_id, phone_key, wamid, direction, kind, body, media_id, mime_type, file_name, reply_to,
                         sender_name, referral, is_past, at)
   VALUES (:lead_id, :phone_key, :wamid, :direction, :kind, :body, :media_id, :mime_type, :file_name, :reply_to,
           :sender_name, :referral, :is_past, :at)
   RETURNING ${ROW}`,
);

function store(
  { wamid, direction, kind, body, file, name, reply_to, referral, isPast, at }: WhatsappMessage,
  phone_key: string,
  lead_id: number | null,
): StoredMessage {
  const row = insertReceived().get({
    ...{ lead_id, phone_key, wamid, direction, kind, body, reply_to, is_past: isPast ? 1 : 0, at },
    media_id: file?.media_id ?? null,
    mime_type: file?.mime_type ?? null,
    file_name: file?.name ?? null,
    sender_name: direction === 'in' ? name : null,
    referral: referral ? JSON.stringify(referral) : null,
  });
  if (!row) throw new Error('insert returned no row');
  return row;
}

function drop(reason: DropReason): void {
  countDropped(reason);
  log.warn({ event: 'whatsapp_dropped', reason });
}

const now = () => new Date().toISOString();

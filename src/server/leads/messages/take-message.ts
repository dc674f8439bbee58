import { outsideLeadSchema } from '~/shared/leads/schema';
import { spendMessageBudget, spendStrangerBudget } from '../../enquiries/daily-budget';
import { log } from '../../log';
import { countDropped, type DropReason } from '../../metrics/metrics';
import type { HeardMessage } from '../../whatsapp/heard';
import { isErasedMessage, isFromErased } from '../erasure/erased-marks';
import { findLead, lookUpLead } from '../leads';
import { findSamePerson, findSameText } from '../person/same-person';
import { cutText } from './cut-text';
import {
  type HeardRow,
  insertHeard,
  selectByWamid,
  selectUnclaimed,
  updateIsNews,
  updateLeadOf,
} from './heard-queries';
import { keyOfNumber } from './number-key';
import { settleAwaiting, settleContact } from './settle';
import { isSilenced } from './silence';
import { addStranger, beginningOf, settleBeginning } from './stranger';
import { tellAwaiting } from './tell-awaiting';
import { tellMessage } from './tell-message';
import { UNCLAIMED_DAYS } from './unclaimed';

const LONGEST_BODY = 5000;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Puts a message into the story of its number's newest live lead, in the caller's transaction. A stranger's makes one;
 * ours to a stranger waits for that. Idempotent.
 */
export function takeMessage(heard: HeardMessage): void {
  const { wamid, number, at, isPast } = heard;
  const known = selectByWamid().get({ wamid });
  if (known) {
    if (known.is_past && !isPast) takeAsNews(known);
    return;
  }
  if (isFromErased(number, at) || isErasedMessage(wamid)) return;
  const message = { ...heard, body: tidyBody(heard.body) };
  // The text identifies the lead of a number that is none by our rules.
  const key = keyOfNumber(number);
  const lead_id = findSamePerson({ email_key: null, phone_key: key }) ?? findSameText(`+${number}`);
  if (lead_id === null) takeOfStranger(message, key);
  else if (!isPast && message.direction === 'in' && !spendMessageBudget(key, message.body, now()))
    drop('budget');
  else place(message, key, lead_id);
}

function takeOfStranger(message: HeardMessage, key: string): void {
  if (message.isPast) return;
  if (message.direction === 'out') insert(message, key, null);
  else if (isSilenced(key)) drop('silenced');
  else if (spendStrangerBudget(key, message.body, now())) makeLead(message, key);
  else drop('budget');
}

function makeLead(message: HeardMessage, key: string): void {
  const lead = addStranger(message);
  tellMessage(insert(message, key, lead.id), lead.id, { isAnnounced: true });
  const since = new Date(Date.now() - UNCLAIMED_DAYS * DAY_MS).toISOString();
  for (const ours of selectUnclaimed().all({ phone_key: key, since })) {
    updateLeadOf().run({ id: ours.id, lead_id: lead.id });
    tellMessage(ours, lead.id);
  }
}

function place(message: HeardMessage, key: string, lead_id: number): void {
  const lead = findLead(lead_id);
  const before = message.direction === 'in' && !message.isPast ? beginningOf(lead) : null;
  const row = insert(message, key, lead_id);
  settleBeginning(lead, before);
  tellMessage(row, lead_id);
}

function insert(
  { wamid, direction, kind, body, file, reply_to, isPast, at }: HeardMessage,
  phone_key: string,
  lead_id: number | null,
): HeardRow {
  const row = insertHeard().get({
    ...{ lead_id, phone_key, wamid, direction, kind, body, reply_to, is_past: isPast ? 1 : 0, at },
    media_id: file?.media_id ?? null,
    mime_type: file?.mime_type ?? null,
    file_name: file?.name ?? null,
  });
  if (!row) throw new Error('insert returned no row');
  return row;
}

/** It came as history, and now as it is. */
function takeAsNews(row: HeardRow): void {
  updateIsNews().run({ id: row.id });
  if (row.lead_id === null) return;
  const isNewlyAwaited = settleAwaiting(row.lead_id);
  const lead = lookUpLead(row.lead_id);
  if (!lead) return;
  if (row.direction === 'out') settleContact(lead.id, { isNews: true });
  if (isNewlyAwaited) tellAwaiting(lead);
}

function tidyBody(body: string | null): string | null {
  return outsideLeadSchema.shape.mensaje.parse(body && cutText(body, LONGEST_BODY));
}

function drop(reason: DropReason): void {
  countDropped(reason);
  log.warn({ event: 'whatsapp_dropped', reason });
}

const now = () => new Date().toISOString();

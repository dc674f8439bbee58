import { createHash } from 'node:crypto';
import { cleanLines } from '~/shared/clean-text';
import { completePhone } from '~/shared/phones/complete';
import { query } from '../database/connection';
import { findLeadBySubmission } from '../leads/create-lead';
import { readKeptFields } from './submission';

/** Without a submission_id, equal words from one address within this time are one enquiry. */
const DOUBLE_SUBMIT_MS = 2 * 60_000;
const WORDS = ['nombre', 'email', 'pais', 'telefono', 'mensaje'];

/** The submitted fields normalised to one text, equal for submissions that say the same. */
export function wordsOf(fields: Record<string, string>): string {
  const { telefono = '', pais = '' } = fields;
  const tidied: Record<string, string> = { ...fields, telefono: completePhone(telefono, pais) };
  return JSON.stringify(WORDS.map((name) => cleanLines(tidied[name] ?? '')));
}

/**
 * A submission_id for a submission without one: the same for equal words from one address within two minutes. Derived
 * from them and the time window, so it needs no search.
 */
export function idWithoutScript(words: string, address: string, now: string): string {
  const at = Date.parse(now);
  const span = Math.floor(at / DOUBLE_SUBMIT_MS);
  const previous = deriveId(words, address, span - 1);
  const lead = findLeadBySubmission(previous);
  const isRecent = lead !== null && Date.parse(lead.created_at) > at - DOUBLE_SUBMIT_MS;
  return isRecent ? previous : deriveId(words, address, span);
}

/**
 * The lead already made from these words under this id; otherwise null and the new lead's id. That is a derived id if
 * other words took the sent one: the form sent again with other words is another enquiry.
 */
export function resolveSubmission(sentId: string, words: string): { submissionId: string; leadId: number | null } {
  let submissionId = sentId;
  for (;;) {
    const lead = findLeadBySubmission(submissionId);
    if (!lead) return { submissionId, leadId: null };
    if (wordsOfLead(lead.id) === words) return { submissionId, leadId: lead.id };
    submissionId = deriveId(words, submissionId);
  }
}

/** The submission the lead was made from: its first. */
const selectEnquiryOfLead = query<[{ lead_id: number }], { body: string; content_type: string }>(
  'SELECT body, content_type FROM enquiries WHERE lead_id = :lead_id ORDER BY id LIMIT 1',
);

/** The words as sent: staff may have changed the lead since. */
function wordsOfLead(id: number): string | null {
  const enquiry = selectEnquiryOfLead().get({ lead_id: id });
  return enquiry ? wordsOf(readKeptFields(enquiry)) : null;
}

/** A UUID (version 8, whose content is free) derived from these parts. */
function deriveId(...parts: (string | number)[]): string {
  const hex = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

import { createHash } from 'node:crypto';
import { tidyPhone } from '~/shared/enquiries/phone';
import { findLeadBySubmission } from '../leads/make-lead';
import { selectEnquiryOfLead } from './enquiry-queries';
import { readKeptFields } from './submission';

/** Without a submission_id, the same words from the same address within this time are one enquiry. */
const ONE_PRESS_MS = 2 * 60_000;
const WORDS = ['nombre', 'email', 'pais', 'telefono', 'mensaje'];

/** The submitted fields as one text, which is equal for submissions that say the same. */
export function wordsOf(fields: Record<string, string>): string {
  const { telefono = '', pais = '' } = fields;
  const said: Record<string, string> = { ...fields, telefono: tidyPhone(telefono, pais) };
  return JSON.stringify(
    WORDS.map((name) => (said[name] ?? '').normalize('NFC').replace(/\r\n?/g, '\n').trim()),
  );
}

/**
 * A submission_id for a submission without one: the same for the same words from the same address within two minutes.
 * It is computed from them and from the time span, so that no search is needed.
 */
export function idWithoutScript(words: string, address: string, now: string): string {
  const at = Date.parse(now);
  const span = Math.floor(at / ONE_PRESS_MS);
  const previous = deriveId(words, address, span - 1);
  const lead = findLeadBySubmission(previous);
  const isRecent = lead !== null && Date.parse(lead.created_at) > at - ONE_PRESS_MS;
  return isRecent ? previous : deriveId(words, address, span);
}

/**
 * Finds the lead that was already made of the same words under this id; otherwise null and the id for the new lead.
 * That is a derived id if a lead of other words has the sent one: whoever sends a form again with other words makes
 * another enquiry.
 */
export function findPlace(sentId: string, words: string): { submissionId: string; leadId: number | null } {
  let submissionId = sentId;
  for (;;) {
    const lead = findLeadBySubmission(submissionId);
    if (!lead) return { submissionId, leadId: null };
    if (wordsOfLead(lead.id) === words) return { submissionId, leadId: lead.id };
    submissionId = deriveId(words, submissionId);
  }
}

/** The words as they were sent. Staff may have changed the lead since. */
function wordsOfLead(id: number): string | null {
  const enquiry = selectEnquiryOfLead().get({ lead_id: id });
  return enquiry ? wordsOf(readKeptFields(enquiry)) : null;
}

/** A UUID (version 8, whose content is free) derived from these parts. */
function deriveId(...parts: (string | number)[]): string {
  const hex = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

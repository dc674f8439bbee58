import { createHash } from 'node:crypto';
import { tidyPhone } from '~/shared/enquiries/phone';
import { findLeadBySubmission } from '../leads/leads';
import { selectEnquiryOfLead } from './enquiry-queries';
import { readKeptFields } from './submission';

/** Within this time the same words from the same address are one enquiry, where no submission_id tells. */
const ONE_PRESS_MS = 2 * 60_000;
const WORDS = ['nombre', 'email', 'pais', 'telefono', 'mensaje'];

/** What somebody wrote, as a text that is equal for submissions that say the same. */
export function wordsOf(fields: Record<string, string>): string {
  const { telefono = '', pais = '' } = fields;
  const said: Record<string, string> = { ...fields, telefono: tidyPhone(telefono, pais) };
  return JSON.stringify(
    WORDS.map((name) => (said[name] ?? '').normalize('NFC').replace(/\r\n?/g, '\n').trim()),
  );
}

/**
 * The submission_id for a submission that brought none: the same for the same words from the same address within two
 * minutes. It follows from them and from which two minutes these are, so that it takes no search to recognise them.
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
 * Where an enquiry belongs: the lead that was made of the same words under this id already, or null and the id under
 * which its lead is to be made. That is another one where words of another enquiry have it: whoever sends a form again
 * with other words makes a further enquiry.
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

/** As they came: staff may have changed them since. */
function wordsOfLead(id: number): string | null {
  const enquiry = selectEnquiryOfLead().get({ lead_id: id });
  return enquiry ? wordsOf(readKeptFields(enquiry)) : null;
}

/** A UUID (of version 8, which leaves its content free) that follows from these parts. */
function deriveId(...parts: (string | number)[]): string {
  const hex = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

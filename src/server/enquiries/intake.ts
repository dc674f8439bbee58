import { type Enquiry, enquirySchema, submissionIdSchema } from '~/shared/enquiries/schema';
import { type FieldErrors, fieldErrors } from '~/shared/errors';
import { enquiryStrings } from '~/shared/strings/enquiries';
import { consentStrings } from '~/shared/strings/lead/consent';
import { AppError, toAppError } from '../app-error';
import { query } from '../database/connection';
import { inSharedTransaction } from '../database/group-commit';
import { addLeadFromEnquiry } from '../leads/create-lead';
import { log } from '../log';
import { secondsUntilNextBudget, spendBudget } from './daily-budget';
import { idWithoutScript, resolveSubmission, wordsOf } from './same-words';
import type { SetAsideReason } from './set-aside-list';
import { findSuspicion, tooFast } from './spam';
import { readOrigin, type Submission } from './submission';

export type IntakeResult = { accepted: true } | { accepted: false; errors: FieldErrors; submissionId: string };

export type EnquiryState = 'accepted' | 'repeated' | 'invalid' | 'set_aside' | 'discarded';

type Verdict = {
  submissionId: string;
  state: EnquiryState;
  reason?: SetAsideReason;
  /** Of a repetition. */
  leadId?: number;
  /** What becomes a lead. */
  enquiry?: Enquiry;
  errors?: FieldErrors;
};

type NewEnquiry = {
  form_id: string;
  submission_id: string | null;
  body: string;
  content_type: string;
  origin: string | null;
  user_agent: string | null;
  remote_address: string;
  state: EnquiryState;
  reason: SetAsideReason | null;
  lead_id: number | null;
  consent: string | null;
  campaign: string | null;
  received_at: string;
};

const insertEnquiry = query<[NewEnquiry]>(
  `INSERT INTO enquiries (form_id, submission_id, body, content_type, origin, user_agent, remote_address, state,
                          reason, lead_id, consent, campaign, received_at)
   VALUES (:form_id, :submission_id, :body, :content_type, :origin, :user_agent, :remote_address, :state,
           :reason, :lead_id, :consent, :campaign, :received_at)`,
);

/**
 * Stores a submission as it arrived and makes its lead in the same transaction. If it looks automated, or something
 * fails, it is set aside for a person (settle-set-aside.ts), with the usual answer: that always means the enquiry is on
 * disk.
 * @throws {AppError} `too_many` for more than 200 a minute from one address, and beyond the day's budget for whatever
 * makes no lead: a complete and valid one is taken a minute later; `busy` if it cannot be stored.
 */
export async function takeEnquiry(submission: Submission, formId: string): Promise<IntakeResult> {
  const now = new Date().toISOString();
  const { fields, body, address, campaign } = submission;

  function storeEnquiry({ submissionId, state, reason, leadId }: Verdict): void {
    insertEnquiry().run({
      form_id: formId,
      submission_id: submissionId,
      body,
      content_type: submission.contentType,
      origin: submission.origin,
      user_agent: submission.userAgent,
      remote_address: address,
      state,
      reason: reason ?? null,
      lead_id: leadId ?? null,
      consent: consentOf(submission),
      campaign,
      received_at: now,
    });
  }

  try {
    return await inSharedTransaction(() => {
      const verdict = classify(submission, now);
      const { state, enquiry, errors, submissionId } = verdict;
      if (enquiry) verdict.leadId = addLeadFromEnquiry(enquiry, readOrigin(fields, campaign), submissionId);
      if (state === 'accepted' || spendBudget(address, body, now)) storeEnquiry(verdict);
      // A repeated submission is already on disk.
      else if (state !== 'repeated') throw overBudget(verdict, now);
      return errors ? { accepted: false, errors, submissionId } : { accepted: true };
    });
  } catch (thrown) {
    const error = toAppError(thrown);
    if (error.code !== 'unexpected') throw error;
    log.error({ event: 'intake_failed', err: thrown });
    const submissionId = sentId(submission) ?? crypto.randomUUID();
    if (!spendBudget(address, body, now)) throw error;
    storeEnquiry({ submissionId, state: 'set_aside', reason: 'failure' });
    return { accepted: true };
  }
}

/** The sentence beside the form's button. A program that sends JSON has shown nobody a form. */
function consentOf({ contentType }: Submission): string | null {
  return contentType === 'application/json' ? null : consentStrings.sentence;
}

/** Writes nothing. */
function classify(submission: Submission, now: string): Verdict {
  const { fields, address } = submission;
  const suspicion = findSuspicion(fields, address, now);
  const words = wordsOf(fields);
  const known = sentId(submission) ?? idWithoutScript(words, address, now);
  if (suspicion === 'honeypot') return { submissionId: known, state: 'set_aside', reason: suspicion };

  const parsed = enquirySchema.safeParse({ ...fields });
  if (!parsed.success) {
    // The corrected form will say something else, so it is recognised by the id sent back with it.
    const submissionId = sentId(submission) ?? crypto.randomUUID();
    return { submissionId, state: 'invalid', errors: fieldErrors(parsed.error) };
  }
  const { submissionId, leadId } = resolveSubmission(known, words);
  if (leadId !== null) return { submissionId, state: 'repeated', leadId };
  if (suspicion) return { submissionId, state: 'set_aside', reason: suspicion };
  return { submissionId, state: 'accepted', enquiry: parsed.data };
}

/** The submission_id that was sent; null if missing or not a UUID. */
function sentId({ fields }: Submission): string | null {
  return submissionIdSchema.safeParse(fields.submission_id).data ?? null;
}

/** What is only too fast needs no new day: a minute later it is a lead. */
function overBudget({ reason, errors }: Verdict, now: string): AppError {
  if (reason === 'rate') return tooFast();
  return new AppError('too_many', {
    message: enquiryStrings.errors.overBudget,
    retryAfterSeconds: secondsUntilNextBudget(now),
    ...(errors && { fields: errors }),
  });
}

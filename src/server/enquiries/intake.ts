import { HONEYPOT_FIELD } from '~/shared/enquiries/fields';
import { enquirySchema, submissionIdSchema } from '~/shared/enquiries/schema';
import type { FieldErrors } from '~/shared/errors';
import { fieldErrors } from '~/shared/field-errors';
import { AppError, toAppError } from '../app-error';
import { getSettings } from '../env';
import { inSharedTransaction } from '../group-commit';
import { addLeadFromEnquiry } from '../leads/leads';
import { log } from '../log';
import { addressKey } from '../rate-limit';
import {
  countRecentEnquiries,
  type EnquiryState,
  insertEnquiry,
  type SetAsideReason,
} from './enquiry-queries';
import type { Submission } from './submission';

const WINDOW_MS = 60_000;
/** From one address within the window: past the first a person looks, past the second nothing is taken. */
const UNUSUAL_RATE = 20;
const FLOOD_RATE = 200;

/** Where a submission came from, as the door saw it. */
export type Arrival = { formId: string; address: string; origin: string | null; userAgent: string | null };

export type IntakeResult =
  | { accepted: true }
  | { accepted: false; errors: FieldErrors; submissionId: string };

type Verdict = {
  state: EnquiryState;
  reason: SetAsideReason | null;
  leadId: number | null;
  result: IntakeResult;
};

/**
 * Takes one submission: keeps it as it arrived and, in the same transaction, makes its lead. What looks like a
 * machine's is set aside for a person and answered as usual; what fails unexpectedly is set aside too, so that an
 * answer of thanks always means that the enquiry is on disk.
 * @throws {AppError} `too_many` past 200 a minute from one address; `busy` where it cannot be stored.
 */
export async function takeEnquiry(submission: Submission, arrival: Arrival): Promise<IntakeResult> {
  const receivedAt = new Date().toISOString();
  const address = addressKey(arrival.address);
  const submissionId =
    submissionIdSchema.safeParse(submission.fields.submission_id).data ?? crypto.randomUUID();

  function keep({ state, reason, leadId }: Omit<Verdict, 'result'>): void {
    insertEnquiry().run({
      form_id: arrival.formId,
      submission_id: submissionId,
      body: submission.body,
      content_type: submission.contentType,
      origin: arrival.origin?.slice(0, 255) ?? null,
      user_agent: arrival.userAgent?.slice(0, 255) ?? null,
      remote_address: address,
      state,
      reason,
      lead_id: leadId,
      received_at: receivedAt,
    });
  }

  try {
    return await inSharedTransaction(() => {
      const verdict = judge(submission, submissionId, countRecent(address, receivedAt));
      keep(verdict);
      return verdict.result;
    });
  } catch (thrown) {
    const error = toAppError(thrown);
    if (error.code !== 'unexpected') throw error;
    log.error({ event: 'intake_failed', err: thrown });
    keep({ state: 'set_aside', reason: 'failure', leadId: null });
    return { accepted: true };
  }
}

function judge(submission: Submission, submissionId: string, recent: number): Verdict {
  const scale = getSettings().RATE_LIMIT_SCALE;
  if (recent >= FLOOD_RATE * scale) throw new AppError('too_many', { retryAfterSeconds: WINDOW_MS / 1000 });

  const setAside = (reason: SetAsideReason): Verdict => ({
    state: 'set_aside',
    reason,
    leadId: null,
    result: { accepted: true },
  });
  if (submission.fields[HONEYPOT_FIELD]) return setAside('honeypot');

  const parsed = enquirySchema.safeParse({ ...submission.fields });
  if (!parsed.success) {
    const errors = fieldErrors(parsed.error);
    return {
      state: 'invalid',
      reason: null,
      leadId: null,
      result: { accepted: false, errors, submissionId },
    };
  }
  if (recent >= UNUSUAL_RATE * scale) return setAside('rate');

  const { leadId, isNew } = addLeadFromEnquiry(parsed.data, submissionId);
  return { state: isNew ? 'accepted' : 'repeated', reason: null, leadId, result: { accepted: true } };
}

function countRecent(address: string, now: string): number {
  const since = new Date(Date.parse(now) - WINDOW_MS).toISOString();
  const most = Math.ceil(FLOOD_RATE * getSettings().RATE_LIMIT_SCALE);
  return countRecentEnquiries().get({ remote_address: address, since, most })?.recent ?? 0;
}

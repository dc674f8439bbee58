import { z } from 'zod';
import { AppError } from '~/server/app-error';
import { takeEnquiry } from '~/server/enquiries/intake';
import { readSubmission } from '~/server/enquiries/submission';
import { getSettings } from '~/server/env';
import { type Answer, answerJson, noContent, PageAnswer, seeOther } from '~/server/http/answer';
import { endpoint } from '~/server/http/endpoint';
import type { Visit } from '~/server/http/visit';
import { findEdition, pathIn } from '~/shared/editions';
import { enquiryStrings } from '~/shared/strings/enquiries';

const paramsSchema = z.object({ formId: z.enum(['contacto']) });

/** How long browsers cache the preflight. */
const PREFLIGHT_SECONDS = '86400';

/** Receives enquiries from this site's form, from the landing on a CDN, or as JSON from a program. */
export const POST = endpoint({
  allow: 'anyone',
  from: 'outside',
  params: paramsSchema,
  handle: async ({ params: { formId }, visit }) => {
    allowOrigin(visit);
    const submission = readSubmission(visit);
    const result = await takeEnquiry(submission, formId);
    if (result.accepted) return visit.wantsJson ? answerJson({ ok: true }, 201) : seeOther(thanksPageOf(visit));
    const refused = new AppError('invalid', { fields: result.errors });
    if (visit.wantsJson) throw refused;
    const { fields } = submission;
    return showFormAgain(visit, { ...fields, submission_id: result.submissionId }, refused);
  },
  // A visitor told to try later keeps what they typed.
  answerError: (error, visit) => {
    const isBroken = error.status >= 500;
    if (visit.wantsJson || !(isBroken || error.code === 'too_many')) return null;
    const shown = isBroken
      ? new AppError('busy', { message: enquiryStrings.errors.notStored, retryAfterSeconds: 5 })
      : error;
    return showFormAgain(visit, readSubmission(visit).fields, shown);
  },
});

/** CORS preflight: the landing's script on another origin asks whether it may send JSON and read the answer. */
export const OPTIONS = endpoint({
  allow: 'anyone',
  from: 'outside',
  params: paramsSchema,
  handle: ({ visit }) => {
    allowOrigin(visit);
    return noContent({
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'content-type',
      'access-control-max-age': PREFLIGHT_SECONDS,
    });
  },
});

/** A foreign Origin that was let through is one of LANDING_ORIGINS. */
function allowOrigin(visit: Visit): void {
  const origin = visit.header('origin');
  if (origin !== null) visit.letRead(origin);
}

/** The edition's thanks page, where the form is: a landing elsewhere has its own, which knows that it was received. */
function thanksPageOf(visit: Visit): string {
  const page = pathIn(findEdition(visit.url), '/gracias');
  const origin = visit.header('origin');
  return origin !== null && getSettings().LANDING_ORIGINS.includes(origin) ? origin + page : page;
}

/** A GET (reload, shared link) is no submission: it redirects to the form. */
export const GET = endpoint({
  allow: 'anyone',
  handle: ({ visit }) => seeOther(pathIn(findEdition(visit.url), '/contacto')),
});

function showFormAgain(visit: Visit, values: Record<string, string>, error: AppError): Answer {
  const { code, fields, headers, message, status } = error;
  const errors = code === 'invalid' ? { ...fields } : { '': message, ...fields };
  const { submission_id = '' } = values;
  const action = visit.url.pathname + visit.url.search;
  return new PageAnswer('/contacto/corregir', {
    enquiryRejection: { values, errors, submission_id, action, status, headers },
  });
}

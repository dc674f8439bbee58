import type { APIContext, APIRoute } from 'astro';
import { AppError, toAppError } from '~/server/app-error';
import { takeEnquiry } from '~/server/enquiries/intake';
import { readSubmission, type Submission } from '~/server/enquiries/submission';
import { getSettings } from '~/server/env';
import { renderPlainPage } from '~/server/http/pages/plain-page';
import { log } from '~/server/log';
import type { FieldErrors } from '~/shared/errors';
import { enquiryStrings } from '~/shared/strings/enquiries';

export const prerender = false;

const KNOWN_FORMS = new Set(['contacto']);

/** Where enquiries arrive, from this site's form, the CDN's, or a program that posts JSON. */
export const POST: APIRoute = async (astro) => {
  const { request } = astro;
  let submission: Submission | undefined;
  try {
    const formId = astro.params.formId ?? '';
    if (!KNOWN_FORMS.has(formId)) throw new AppError('not_found');
    requireKnownOrigin(request);
    submission = await readSubmission(request);
    const result = await takeEnquiry(submission, {
      formId,
      address: astro.locals.clientAddress,
      origin: request.headers.get('origin'),
      userAgent: request.headers.get('user-agent'),
    });
    if (result.accepted)
      return wantsJson(request) ? Response.json({ ok: true }, { status: 201 }) : toThanks();
    if (wantsJson(request)) return answerJson(new AppError('invalid', { fields: result.errors }));
    return await showFormAgain(astro, submission.fields, result.errors, result.submissionId, 422);
  } catch (thrown) {
    const error = toAppError(thrown);
    if (error.status >= 500) log.error({ event: 'enquiry_failed', err: error.cause ?? error });
    if (wantsJson(request)) return answerJson(error);
    // Whoever is told to come back keeps what they typed.
    if (submission && (error.status >= 500 || error.code === 'too_many')) {
      const { submission_id = '' } = submission.fields;
      const [status, sentence] =
        error.status >= 500 ? [503, enquiryStrings.errors.notStored] : [error.status, error.message];
      const errors = { '': sentence, ...error.fields };
      return await showFormAgain(astro, submission.fields, errors, submission_id, status, error.headers);
    }
    return renderPlainPage(error.status, error.message, error.headers);
  }
};

/** Reloading or sharing this address is no submission: it leads to the form. */
export const GET: APIRoute = (astro) => astro.redirect('/contacto', 303);

export const ALL: APIRoute = () => {
  const error = new AppError('method_not_allowed');
  return renderPlainPage(error.status, error.message, { allow: 'GET, POST' });
};

function toThanks(): Response {
  return new Response(null, { status: 303, headers: { location: '/gracias' } });
}

function wantsJson(request: Request): boolean {
  const accept = request.headers.get('accept') ?? '';
  const sent = request.headers.get('content-type') ?? '';
  return (
    accept.includes('application/json') ||
    (sent.startsWith('application/json') && !accept.includes('text/html'))
  );
}

function answerJson(error: AppError): Response {
  return Response.json(error.toBody(), { status: error.status, headers: error.headers });
}

/** Browsers name the page's origin on every cross-origin post; programs name none. */
function requireKnownOrigin(request: Request): void {
  const origin = request.headers.get('origin');
  const { SITE_URL, LANDING_ORIGINS } = getSettings();
  const known =
    origin === null ||
    origin === SITE_URL ||
    LANDING_ORIGINS.includes(origin) ||
    request.headers.get('sec-fetch-site') === 'same-origin';
  if (!known) throw new AppError('forbidden_origin');
}

async function showFormAgain(
  astro: APIContext,
  values: Record<string, string>,
  errors: FieldErrors,
  submissionId: string,
  status: number,
  extraHeaders: Record<string, string> = {},
): Promise<Response> {
  astro.locals.enquiryRejection = { values, errors, submission_id: submissionId, action: astro.url.pathname };
  const page = await astro.rewrite(new Request(new URL('/contacto/corregir', astro.url)));
  const headers = new Headers(page.headers);
  headers.set('cache-control', 'no-store');
  for (const [name, value] of Object.entries(extraHeaders)) headers.set(name, value);
  return new Response(page.body, { status, headers });
}

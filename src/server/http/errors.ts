import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { escapeHtml } from '~/shared/escape-html';
import { ERRORS } from '~/shared/strings/errors';
import { type AppError, toAppError } from '../app-error';
import { log } from '../log';
import { answerJson, WholeAnswer } from './answer';
import { writeWhole } from './write-answer';

/** Whether the client is a program, which expects JSON. */
export function wantsJson({ url, headers }: IncomingMessage): boolean {
  // A person may open an API address in a tab, such as the file of a message.
  if (headers['sec-fetch-dest'] !== 'document' && /^\/(api\/|healthz)/.test(url ?? '')) return true;
  const accepted = headers.accept ?? '';
  const sendsJson = headers['content-type']?.startsWith('application/json') === true;
  return accepted.includes('application/json') || (sendsJson && !accepted.includes('text/html'));
}

/** Whether it comes from a program, which gets the error in English, too. */
function comesWithToken({ headers }: IncomingMessage): boolean {
  return /^bearer /i.test(headers.authorization ?? '');
}

/** Turns anything thrown into an AppError; logs it unless the request caused it, or there was only too much to do. */
export function readFailure(thrown: unknown): AppError {
  const error = toAppError(thrown);
  if (error.status >= 500 && (error.code !== 'busy' || error.cause))
    log.error({ event: 'request_failed', code: error.code, err: error.cause ?? error });
  return error;
}

/** The answer for an error: JSON for a program, a small page for a person. */
export function answerError(error: AppError, request: IncomingMessage): WholeAnswer {
  if (wantsJson(request)) {
    const body = error.toBody(comesWithToken(request) ? describeInEnglish(error) : undefined);
    return answerJson(body, error.status, error.headers);
  }
  return new WholeAnswer(error.status, writePlainPage(error.message), {
    'content-type': 'text/html; charset=utf-8',
    ...error.headers,
  });
}

/** An error for a program's author: what was refused and, per field, the rule it breaks. */
function describeInEnglish(error: AppError): { detail: string; details?: Record<string, string> } {
  const { code, english, fields, cause } = error;
  const general = ERRORS[code].en;
  if (!fields) return { detail: english ?? general };
  const issues = cause instanceof z.ZodError ? readIssues(cause) : {};
  const otherwise = english ?? (code === 'conflict' ? 'has changed meanwhile' : 'is not acceptable');
  const details = Object.fromEntries(Object.keys(fields).map((name) => [name, issues[name] ?? otherwise]));
  const rules = Object.entries(details).map(([name, rule]) => (name ? `${name}: ${rule}.` : `${rule}.`));
  return { detail: [general, ...rules].join(' '), details };
}

/** The rule each field breaks: ours (`rule` in shared/zod), or in zod's words the type, length or values it wants. */
function readIssues(error: z.ZodError): Record<string, string> {
  const messages: Record<string, string> = {};
  const { localeError } = z.locales.en();
  for (const issue of error.issues) {
    const named = issue.code === 'custom' ? issue.params?.en : localeError(issue as Parameters<typeof localeError>[0]);
    const rule = typeof named === 'string' ? named : named?.message;
    const names = issue.code === 'unrecognized_keys' ? issue.keys : [issue.path.join('.')];
    if (rule) for (const name of names) messages[name] ??= rule;
  }
  return messages;
}

/** Answers a request with an error. */
export function writeError(error: AppError, request: IncomingMessage, response: ServerResponse): void {
  if (!request.complete && (error.code === 'too_large' || error.code === 'too_slow')) {
    // The rest of the body is not read.
    response.setHeader('connection', 'close');
    response.once('finish', () => request.destroy());
  }
  writeWhole(answerError(error, request), response);
}

/** Answers anything thrown while handling a request. An error that escapes here would end the process. */
export function writeFailure(thrown: unknown, request: IncomingMessage, response: ServerResponse): void {
  // The client is gone; nobody reads an answer.
  if (thrown === request.errored || (request.destroyed && !response.writable)) return;
  if ((thrown as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE') return;
  const error = readFailure(thrown);
  if (response.headersSent) response.destroy();
  else writeError(error, request, response);
}

/** A minimal page for answers no screen of the product fits: text only, no style, no script. */
function writePlainPage(sentence: string): string {
  return `<!doctype html><html lang="es"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(sentence)}</title><h1>${escapeHtml(sentence)}</h1><p><a href="/">Volver al inicio</a></p></html>`;
}

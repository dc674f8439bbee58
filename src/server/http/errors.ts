import type { IncomingMessage, ServerResponse } from 'node:http';
import { type AppError, toAppError } from '../app-error';
import { log } from '../log';
import { answerJson, WholeAnswer } from './answer';
import { writePlainPage } from './pages/plain-page';
import { writeWhole } from './write-answer';

/** Whether who asks is a program, which reads JSON. */
export function wantsJson({ url, headers }: IncomingMessage): boolean {
  if (/^\/(api\/|healthz)/.test(url ?? '')) return true;
  const accepted = headers.accept ?? '';
  const sendsJson = headers['content-type']?.startsWith('application/json') === true;
  return accepted.includes('application/json') || (sendsJson && !accepted.includes('text/html'));
}

/** Whatever was thrown as an AppError; in the log, too, where it is no fault of the request's. */
export function readFailure(thrown: unknown): AppError {
  const error = toAppError(thrown);
  if (error.status >= 500) {
    log.error({ event: 'request_failed', code: error.code, err: error.cause ?? error });
  }
  return error;
}

/** The answer that tells of an error: the contract's JSON for a program, a small page for a person. */
export function answerError(error: AppError, request: IncomingMessage): WholeAnswer {
  if (wantsJson(request)) return answerJson(error.toBody(), error.status, error.headers);
  return new WholeAnswer(error.status, writePlainPage(error.message), {
    'content-type': 'text/html; charset=utf-8',
    ...error.headers,
  });
}

/** Refuses a request. */
export function writeError(error: AppError, request: IncomingMessage, response: ServerResponse): void {
  if (error.code === 'too_large' && !request.complete) {
    // What still comes is not read.
    response.setHeader('connection', 'close');
    response.once('finish', () => request.destroy());
  }
  writeWhole(answerError(error, request), response);
}

/** The last resort for whatever was thrown while a request was answered: past it, it would end the process. */
export function writeFailure(thrown: unknown, request: IncomingMessage, response: ServerResponse): void {
  // Whoever asked has gone, before the request was all there or while it was answered.
  if (thrown === request.errored || (request.destroyed && !response.writable)) return;
  if ((thrown as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE') return;
  const error = readFailure(thrown);
  if (response.headersSent) response.destroy();
  else writeError(error, request, response);
}

import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError } from '../app-error';
import { writePlainPage } from './pages/plain-page';

const CODE_BY_STATUS: Record<number, string> = {
  404: 'not_found',
  405: 'method_not_allowed',
  413: 'too_large',
  500: 'unexpected',
  503: 'busy',
};

/** Whether the caller is a program, which reads JSON. */
export function wantsJson(request: IncomingMessage): boolean {
  return Boolean(request.url?.startsWith('/api/') || request.headers.accept?.startsWith('application/json'));
}

/** Answers in the caller's format without any page of the product. */
export function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  sentence: string,
): void {
  const error = { code: CODE_BY_STATUS[status] ?? 'malformed', message: sentence };
  const isJson = wantsJson(request);
  response.writeHead(status, {
    'cache-control': 'no-store',
    'content-type': isJson ? 'application/json' : 'text/html; charset=utf-8',
  });
  response.end(isJson ? JSON.stringify({ error }) : writePlainPage(sentence));
}

/** Refuses a body that is too large; the connection ends with this answer, because what still comes is not read. */
export function refuseTooLarge(request: IncomingMessage, response: ServerResponse): void {
  response.setHeader('connection', 'close');
  refuse(request, response, 413, new AppError('too_large').message);
  response.once('finish', () => request.destroy());
}

/** Refuses what there is no room for: every connection that the process may have is at work. */
export function refuseForWantOfRoom(request: IncomingMessage, response: ServerResponse): void {
  const { status, message, headers } = new AppError('busy', { retryAfterSeconds: 5 });
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.setHeader('connection', 'close');
  refuse(request, response, status, message);
}

import type { IncomingMessage, ServerResponse } from 'node:http';
import { getSettings } from '../env';
import { isSameSecret } from '../secrets/tokens';
import { registry } from './metrics';

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;
/** Headers proxies add. Behind one, every client looks like loopback. */
const PROXY_HEADERS = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-proto', 'x-real-ip'];

/**
 * Whether this request asks for the metrics and may read them: it comes directly from this machine, or sends
 * METRICS_TOKEN. For all others the address does not exist.
 */
export function asksForMetrics(request: IncomingMessage): boolean {
  const path = request.url?.split('?', 1)[0];
  if (path !== '/metrics' || request.method !== 'GET') return false;
  return isFromThisMachine(request) || isAuthorised(request);
}

/** Answers with every measure. */
export async function answerMetrics(response: ServerResponse): Promise<void> {
  const text = await registry.metrics();
  response.writeHead(200, { 'content-type': registry.contentType, 'cache-control': 'no-store' });
  response.end(text);
}

function isFromThisMachine({ socket, headers }: IncomingMessage): boolean {
  return LOOPBACK.test(socket.remoteAddress ?? '') && !PROXY_HEADERS.some((name) => name in headers);
}

function isAuthorised({ headers: { authorization } }: IncomingMessage): boolean {
  const { METRICS_TOKEN } = getSettings();
  if (!METRICS_TOKEN || !authorization) return false;
  return isSameSecret(authorization, `Bearer ${METRICS_TOKEN}`);
}

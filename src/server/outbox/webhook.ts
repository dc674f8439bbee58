import { createHmac } from 'node:crypto';
import { getSettings } from '../env';
import type { Attempt, DueDelivery } from './delivery';

const TIMEOUT_MS = 15_000;
const REPLY_LIMIT_BYTES = 4096;

/**
 * Posts one message as Standard Webhooks says (https://www.standardwebhooks.com): the id is the same on every
 * try, the timestamp is the try's, the signature covers both and the body. Redirects are not followed. Gives up after
 * 15 s, or when `interrupt` fires. Never throws.
 */
export async function postWebhook(delivery: DueDelivery, interrupt: AbortSignal): Promise<Attempt> {
  const settings = getSettings();
  if (!settings.LEAD_WEBHOOK_URL)
    return { outcome: 'failed', status: null, error: 'LEAD_WEBHOOK_URL is not set' };
  const timestamp = Math.floor(Date.now() / 1000).toString();
  const headers = new Headers({
    'content-type': 'application/json',
    'user-agent': 'agente-inmobiliario-crm',
    'webhook-id': delivery.message_id,
    'webhook-timestamp': timestamp,
  });
  if (settings.LEAD_WEBHOOK_SECRET) {
    const key = Buffer.from(settings.LEAD_WEBHOOK_SECRET.slice('whsec_'.length), 'base64');
    const signed = `${delivery.message_id}.${timestamp}.${delivery.payload}`;
    headers.set('webhook-signature', `v1,${createHmac('sha256', key).update(signed).digest('base64')}`);
  }
  if (settings.LEAD_WEBHOOK_HEADER) {
    const [name = '', ...value] = settings.LEAD_WEBHOOK_HEADER.split(':');
    headers.set(name, value.join(':').trim());
  }
  try {
    const response = await fetch(settings.LEAD_WEBHOOK_URL, {
      method: 'POST',
      headers,
      body: delivery.payload,
      redirect: 'manual',
      signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), interrupt]),
    });
    const reply = await readStart(response);
    if (response.ok) return { outcome: 'sent', status: response.status };
    const wait = retryAfterMs(response.headers.get('retry-after'));
    return {
      outcome: 'failed',
      status: response.status,
      error: reply,
      ...(wait !== undefined && { retryAfterMs: wait }),
      ...(response.status === 410 && { gone: true }),
    };
  } catch (error) {
    const reason =
      error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
    return { outcome: 'failed', status: null, error: reason };
  }
}

/** The first bytes of an answer, as text; the rest is never read. */
async function readStart(response: Response): Promise<string> {
  if (!response.body) return '';
  const reader = response.body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  while (size < REPLY_LIMIT_BYTES) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    size += value.byteLength;
  }
  await reader.cancel();
  return Buffer.concat(chunks).subarray(0, REPLY_LIMIT_BYTES).toString('utf8');
}

/** RFC 9110 section 10.2.3: seconds, or a date. */
function retryAfterMs(header: string | null): number | undefined {
  if (!header) return undefined;
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isFinite(ms) && ms > 0 ? ms : undefined;
}

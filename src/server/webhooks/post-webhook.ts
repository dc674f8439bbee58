import { z } from 'zod';
import { deliveryStrings } from '~/shared/strings/deliveries';
import type { Attempt, DueDelivery } from '../outbox/delivery';
import { describeNetworkFailure } from '../outbox/network-failure';
import { readRetryAfter, readStart } from '../outbox/reply';
import { signWebhook } from './signature';

const TIMEOUT_MS = 15_000;
/** The status has arrived by then; the rest matters less. */
const REPLY_TIMEOUT_MS = 5000;
const { errors } = deliveryStrings;

/** Where messages go. `secrets` sign them; with `confirms` a 2xx alone is no success; `fetch` makes the call. */
export type Target = {
  url: URL;
  secrets: readonly string[];
  header: { name: string; value: string } | null;
  confirms: boolean;
  fetch: typeof fetch;
};

/**
 * Posts one message by Standard Webhooks: each attempt has the same id, a new timestamp and their signature. Does not follow redirects. Gives up after 15 s, or when
 * `interrupt` aborts. Never throws.
 */
export async function postWebhook(target: Target, delivery: DueDelivery, interrupt: AbortSignal): Promise<Attempt> {
  const url = new URL(target.url);
  try {
    const headers = signedHeaders(target, delivery);
    if (url.username || url.password) {
      headers.authorization = basicAuthorization(url);
      url.username = url.password = '';
    }
    const response = await target.fetch(url, {
      method: 'POST',
      headers,
      body: delivery.payload,
      redirect: 'manual',
      signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), interrupt]),
    });
    return classifyAnswer(target, delivery, response, await readStart(response, REPLY_TIMEOUT_MS));
  } catch (error) {
    return { outcome: 'failed', status: null, error: describeNetworkFailure(error) };
  }
}

function signedHeaders({ secrets, header }: Target, delivery: DueDelivery): Record<string, string> {
  const timestamp = Math.floor(Date.now() / 1000).toString();
  return {
    'content-type': 'application/json',
    // A compressed answer could be far larger than the part that is read.
    'accept-encoding': 'identity',
    'user-agent': 'agente-inmobiliario-crm',
    'webhook-id': delivery.message_id,
    'webhook-timestamp': timestamp,
    'webhook-event': delivery.event,
    ...(secrets.length > 0 && {
      'webhook-signature': signWebhook(delivery.message_id, timestamp, delivery.payload, secrets),
    }),
    ...(header && { [header.name.toLowerCase()]: header.value }),
  };
}

/** User and password of the address as a header: fetch refuses such addresses. */
function basicAuthorization({ username, password }: URL): string {
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return `Basic ${Buffer.from(credentials).toString('base64')}`;
}

/**
 * Only a 2xx is a success. The status decides, even if the rest of the answer never comes. With LEAD_WEBHOOK_CONFIRMS
 * the answer must also name the message, as something in front of the workflow could answer 200.
 */
function classifyAnswer(
  target: Target,
  { message_id }: DueDelivery,
  { ok, status, headers }: Response,
  answer: string,
): Attempt {
  if (ok && (!target.confirms || confirms(answer, message_id))) return { outcome: 'sent', status, answer };
  const retryAfterMs = readRetryAfter(headers.get('retry-after'));
  return {
    outcome: 'failed',
    status,
    error: describeRefusal(status),
    answer,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    ...((status === 429 || status === 503) && { busy: true }),
    ...(status === 410 && { gone: true }),
  };
}

function describeRefusal(status: number): string {
  if (status < 300) return errors.unconfirmed(status);
  if (status < 400) return errors.redirect;
  return status === 410 ? errors.gone : errors.status(status);
}

const confirmationSchema = z.object({ received: z.string() });

function confirms(answer: string, messageId: string): boolean {
  try {
    return confirmationSchema.parse(JSON.parse(answer)).received === messageId;
  } catch {
    return false;
  }
}

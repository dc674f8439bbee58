import { query } from '~/server/database/connection';
import { inSharedTransaction } from '~/server/database/group-commit';
import { NO_RECIPIENT } from '~/server/mail/compose-mail';
import { fetchOperatorUrl, fetchPublic } from '~/server/net/fetch';
import type { Attempt, DueDelivery } from '~/server/outbox/delivery';
import { describeNetworkFailure } from '~/server/outbox/network-failure';
import { readRetryAfter, readStart } from '~/server/outbox/reply';
import { whatsappDigits } from '~/shared/leads/contact-links';
import { whatsappPath } from '~/shared/leads/filter-params';
import type { Lead } from '~/shared/leads/lead';
import { deliveryStrings } from '~/shared/strings/deliveries';
import { pushStrings } from '~/shared/strings/notices/push';
import { link } from '../mails/notice-mail';
import { readNews } from '../notice-words';
import type { LeadNotice, PushOrder } from '../notify';
import { findRecipient, type Recipient } from '../recipients';
import { vapidDetails } from './keys';
import type { Subscription } from './push-queries';
import { isNamedService, isPushService } from './push-services';
import { authorize, encrypt } from './web-push';

const SECOND = 1000;
const TIMEOUT_MS = 10 * SECOND;
const REPLY_TIMEOUT_MS = 2 * SECOND;
/** Waits after each failed attempt; the last one repeats until the message expires. */
const RETRY_DELAYS_MS = [2, 5, 15, 30, 60, 120].map((seconds) => seconds * SECOND);
const { errors } = deliveryStrings;

/** Not while it rests. */
const selectSubscription = query<[{ id: number }], Subscription & { user_id: string }>(
  'SELECT user_id, endpoint, p256dh, auth FROM push_subscriptions WHERE id = :id AND rests_since IS NULL',
);

/** Not if the device has subscribed again meanwhile. */
const deleteGone = query<[{ id: number; endpoint: string }]>(
  'DELETE FROM push_subscriptions WHERE id = :id AND endpoint = :endpoint',
);

/** Declarative Web Push, which newer Safari shows without a service worker; ours reads the same format. */
type PushMessage = {
  web_push: 8030;
  notification: {
    title: string;
    body?: string;
    lang: 'es';
    /** A message replaces an earlier one with its tag. */
    tag: string;
    /** Where a tap leads. */
    navigate: string;
    actions: { action: string; title: string; navigate: string }[];
    /** The same on every retry, so that a device rings once. */
    data: { id: string };
  };
};

const MAX_NAMED = 3;

/**
 * The message for a notice; null if nothing is left to say. Shows only name and country of people, because it appears
 * on a locked screen. `id` is the message's: `msg_` and a UUID.
 */
function buildPushMessage(notice: LeadNotice, id: string, person: Recipient): PushMessage | null {
  const { kind } = notice;
  const news = readNews(notice, person);
  if (!news) return null;
  const { found, first, left, isOne, what, url: navigate, act } = news;
  const canChat = isOne && kind !== 'lead_won' && whatsappDigits(first.phone_key) !== null;
  const actions = [
    ...(canChat ? [{ action: 'whatsapp', title: pushStrings.whatsapp, navigate: link(whatsappPath(first.id)) }] : []),
    ...(act ? [{ action: 'company', title: act.label, navigate: act.url }] : []),
    { action: 'open', title: pushStrings.open, navigate },
  ];
  return {
    web_push: 8030,
    notification: {
      title: isOne ? `${what}: ${nameAndCountry(first)}` : what,
      ...(!isOne && { body: nameFirst(found, left) }),
      lang: 'es',
      // News of one lead replaces earlier news of it; other messages replace nothing.
      tag: isOne ? `lead-${first.id}` : id.replace(/^msg_|-/g, ''),
      navigate,
      actions,
      data: { id },
    },
  };
}

function nameFirst(found: readonly Lead[], total: number): string {
  const named = found.slice(0, MAX_NAMED).map(nameAndCountry).join(' · ');
  return total > MAX_NAMED ? pushStrings.andMore(named, total - MAX_NAMED) : named;
}

function nameAndCountry({ nombre, pais }: Lead): string {
  return pais ? `${nombre}, ${pais}` : nombre;
}

/**
 * Sends one message to its device's push service, encrypted for the device alone. Expired ones are dropped: what they
 * said has been sent again since. Never throws.
 */
export async function sendPush(delivery: DueDelivery, interrupt: AbortSignal): Promise<Attempt> {
  try {
    const order = JSON.parse(delivery.payload) as PushOrder;
    const subscription = selectSubscription().get({ id: order.subscription_id });
    const person = findRecipient(order.user_id);
    const message = person?.push === 1 && buildPushMessage(order, delivery.message_id, person);
    if (!message || subscription?.user_id !== order.user_id) return NO_RECIPIENT;
    const leftMs = Date.parse(order.until) - Date.now();
    if (leftMs <= 0) return { outcome: 'sent', status: null, endedIn: 'late' };
    if (!isPushService(subscription.endpoint))
      return { outcome: 'failed', status: null, error: errors.unknownPushService, gone: true };
    const text = JSON.stringify(message);
    const attempt = await post(subscription, { text, topic: message.notification.tag, leftMs }, interrupt);
    if (attempt.status === 404 || attempt.status === 410) {
      const { subscription_id: id } = order;
      await inSharedTransaction(() => deleteGone().run({ id, endpoint: subscription.endpoint }));
      return { ...NO_RECIPIENT, status: attempt.status, answer: errors.deviceGone };
    }
    return attempt.outcome === 'failed' ? planRetry(attempt, delivery.attempts, leftMs) : attempt;
  } catch (error) {
    return { outcome: 'failed', status: null, error: describeNetworkFailure(error), retryInMs: SECOND };
  }
}

type Body = { text: string; topic: string; leftMs: number };

async function post(
  { endpoint, p256dh, auth }: Subscription,
  { text, topic, leftMs }: Body,
  interrupt: AbortSignal,
): Promise<Attempt> {
  const { subject, ...keys } = vapidDetails();
  const headers = {
    authorization: authorize(endpoint, subject, keys, Date.now()),
    'content-type': 'application/octet-stream',
    'content-encoding': 'aes128gcm',
    ttl: String(Math.ceil(leftMs / SECOND)),
    urgency: 'high',
    topic,
  };
  const body = new Uint8Array(encrypt(text, { p256dh, auth }));
  try {
    // Services the operator named may be on a private network.
    const call = isNamedService(endpoint) ? fetchOperatorUrl : fetchPublic;
    const response = await call(endpoint, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
      signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), interrupt]),
    });
    const { status, ok } = response;
    const answer = await readStart(response, REPLY_TIMEOUT_MS);
    if (ok) return { outcome: 'sent', status, answer };
    const retryAfterMs = readRetryAfter(response.headers.get('retry-after'));
    return {
      outcome: 'failed',
      status,
      error: errors.status(status),
      answer,
      ...(retryAfterMs !== undefined && { retryAfterMs }),
      // Any other refusal is this installation's fault, and permanent.
      ...(status !== 429 && status < 500 && { gone: true }),
    };
  } catch (error) {
    return { outcome: 'failed', status: null, error: describeNetworkFailure(error) };
  }
}

/** When to retry; not at all if the message expires before. */
function planRetry(attempt: Attempt & { outcome: 'failed' }, tries: number, leftMs: number): Attempt {
  if (attempt.gone) return attempt;
  const planned = RETRY_DELAYS_MS[Math.min(tries, RETRY_DELAYS_MS.length - 1)] ?? 0;
  const retryInMs = Math.max(planned, attempt.retryAfterMs ?? 0);
  if (retryInMs < leftMs) return { ...attempt, retryInMs };
  const { status, error, answer } = attempt;
  return { outcome: 'sent', status, error, endedIn: 'late', ...(answer && { answer }) };
}

import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { whatsappDigits } from '~/shared/leads/contact-links';
import { deliveryStrings } from '~/shared/strings/deliveries';
import { messageStrings } from '~/shared/strings/lead/conversation';
import { conversationOf } from '../leads/messages/conversation';
import { isUserId } from '../leads/messages/number-keys';
import {
  clearInFlight,
  findOutgoing,
  markFailed,
  markInFlight,
  markSent,
  type OutgoingMessage,
  OWN_FAILURES,
  WINDOW_CLOSED,
} from '../leads/messages/outgoing';
import { log } from '../log';
import type { Attempt, DueDelivery, Sender } from '../outbox/delivery';
import { describeNetworkFailure, wasNeverSent } from '../outbox/network-failure';
import { openConnection, recordFault } from './connection';
import { callGraph, GraphError } from './graph';
import type { FilledTemplate } from './templates';

/** How long to wait for a status of a message whose answer got lost. */
const LOST_ANSWER_DELAY_MS = 30_000;
/** Messages older than a day are not sent: nobody expects them any more. */
const MAX_AGE_MS = 24 * 60 * 60 * 1000;
/** Pause for all messages after the token was refused. */
const TOKEN_PAUSE_MS = 60_000;
const STORE_RETRY_DELAY_MS = 1000;

const { errors } = deliveryStrings;

/**
 * Sends one of our messages and stores the outcome. Where Meta's answer got lost, or this process died before it, a
 * status may still name the message: it is retried only after 30 s without one. Never throws. Sets its own retry
 * delays, since every wait counts as an attempt and the outbox's schedule has few.
 */
export const sendWhatsapp: Sender = async (delivery, interrupt) => {
  try {
    return await send(delivery, interrupt);
  } catch (error) {
    log.error({ event: 'whatsapp_sending_failed', delivery: delivery.message_id, err: error });
    const retryInMs = retryDelay(delivery.attempts);
    return { outcome: 'failed', status: null, error: errors.unexpected, retryInMs };
  }
};

async function send(delivery: DueDelivery, interrupt: AbortSignal): Promise<Attempt> {
  const { message: id } = JSON.parse(delivery.payload) as { message: number };
  const ours = findOutgoing(id);
  if (!ours) return { outcome: 'failed', status: null, error: errors.messageGone, gone: true };
  if (ours.wamid !== null) return outcomeOf(ours);
  const leftMs = ours.sending_since === null ? 0 : LOST_ANSWER_DELAY_MS - passedSince(ours.sending_since);
  if (leftMs > 0) return { outcome: 'failed', status: null, error: errors.answerLost, retryInMs: leftMs };
  const connection = openConnection();
  if (!connection) return giveUp(delivery, ours, OWN_FAILURES.disconnected);
  const failure = findObstacleToSend(ours);
  if (failure !== null) return giveUp(delivery, ours, failure);
  await markInFlight(id);
  try {
    const wamid = await handOver(connection, ours, delivery.message_id, interrupt);
    await storeWamid(id, wamid, interrupt);
    await recordFault(null);
    return { outcome: 'sent', status: 200 };
  } catch (error) {
    return handleError(delivery, ours, error);
  }
}

/** Retries until the id is stored: until then only this process knows that Meta has the message. */
async function storeWamid(id: number, wamid: string, interrupt: AbortSignal): Promise<void> {
  for (;;) {
    try {
      return await markSent(id, wamid);
    } catch (error) {
      if (interrupt.aborted) throw error;
      log.error({ event: 'whatsapp_sending_failed', err: error });
      await wait(STORE_RETRY_DELAY_MS);
    }
  }
}

/** The outcome stored earlier: a status named the message, or the process died before the outbox was updated. */
function outcomeOf({ status, error }: OutgoingMessage): Attempt {
  return status === 'failed' ? failed(error) : { outcome: 'sent', status: null };
}

/** The failure code of a message that must not be sent any more, or null. */
function findObstacleToSend(ours: OutgoingMessage): number | null {
  if (ours.lead_id === null || ours.is_leadless === 1) return OWN_FAILURES.leadGone;
  const isFree = ours.template === null;
  if (isFree && !conversationOf({ id: ours.lead_id, phone_key: ours.phone_key })?.window_ends_at) return WINDOW_CLOSED;
  return passedSince(ours.at) > MAX_AGE_MS ? OWN_FAILURES.tooLate : null;
}

/** The clock may have been set back since. */
const passedSince = (moment: string) => Math.abs(Date.now() - Date.parse(moment));

async function handleError(delivery: DueDelivery, ours: OutgoingMessage, error: unknown): Promise<Attempt> {
  if (!(error instanceof GraphError) || error.status === null) return handleNoAnswer(ours, delivery, error);
  const { status, code, retryAfterMs, isOfToken } = error;
  const verdict = classifyRefusal({ status, code, retryAfterMs, isOfToken }, delivery.attempts);
  const answer = JSON.stringify({ status, code });
  if (verdict.means === 'lost')
    return { outcome: 'failed', status, error: errors.answerLost, answer, retryInMs: LOST_ANSWER_DELAY_MS };
  if (verdict.means === 'final') return { ...(await giveUp(delivery, ours, verdict.code)), status, answer };
  await clearInFlight(ours.id);
  if (verdict.means === 'token') {
    await recordFault('token');
    const rest = { retryInMs: TOKEN_PAUSE_MS, retryAfterMs: TOKEN_PAUSE_MS, busy: true };
    return { outcome: 'failed', status, error: errors.whatsappToken, answer, ...rest };
  }
  const { ms, all } = verdict;
  const rest = { retryInMs: ms, ...(all && { retryAfterMs: ms, busy: true }) };
  return { outcome: 'failed', status, error: errors.whatsappWait, answer, ...rest };
}

/** No answer came. Retries at once only if no connection was made. */
async function handleNoAnswer(ours: OutgoingMessage, delivery: DueDelivery, error: unknown): Promise<Attempt> {
  if (wasNeverSent(error)) {
    await clearInFlight(ours.id);
    const ms = retryDelay(delivery.attempts);
    const rest = { retryInMs: ms, retryAfterMs: ms, busy: true };
    return { outcome: 'failed', status: null, error: describeNetworkFailure(error), ...rest };
  }
  // A status may have been faster than the end of the connection.
  const now = findOutgoing(ours.id);
  if (now && now.wamid !== null) return outcomeOf(now);
  return { outcome: 'failed', status: null, error: errors.answerLost, retryInMs: LOST_ANSWER_DELAY_MS };
}

async function giveUp({ message_id }: DueDelivery, { id }: OutgoingMessage, code: number) {
  await markFailed(id, message_id, code);
  return failed(code);
}

function failed(code: number | null) {
  const known = code === null ? undefined : messageStrings.failures[code];
  return {
    outcome: 'failed',
    status: null,
    error: known ?? messageStrings.failed(code),
    gone: true,
  } as const;
}

const takenSchema = z.looseObject({
  messages: z.array(z.looseObject({ id: z.string().min(1).max(300) })).min(1),
});

type Number = { token: string; phone_number_id: string };

/** Posts a message and returns Meta's id of it. Meta repeats `sentAs` in its statuses. Throws GraphError if refused. */
async function handOver(
  { token, phone_number_id }: Number,
  ours: OutgoingMessage,
  sentAs: string,
  signal: AbortSignal,
): Promise<string> {
  const body = {
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    // Whoever shows no number is written to by Meta's id of them.
    ...(isUserId(ours.phone_key) ? { recipient: ours.phone_key } : { to: whatsappDigits(ours.phone_key) }),
    biz_opaque_callback_data: sentAs,
    ...contentOf(ours),
  };
  const taken = takenSchema.safeParse(await callGraph({ token }, `${phone_number_id}/messages`, { body, signal }));
  const id = taken.data?.messages[0]?.id;
  // A proxy may have answered: it is unknown whether Meta has the message.
  if (id === undefined) throw new GraphError({ code: null, status: 200 });
  return id;
}

function contentOf({ body, template }: OutgoingMessage): object {
  if (template === null) return { type: 'text', text: { body, preview_url: false } };
  const { name, language, fields, places } = JSON.parse(template) as FilledTemplate['sent'];
  const parameters = fields.map((text, index) => ({
    type: 'text',
    text,
    ...(places && { parameter_name: places[index] }),
  }));
  return {
    type: 'template',
    template: {
      name,
      language: { code: language },
      ...(parameters.length > 0 && { components: [{ type: 'body', parameters }] }),
    },
  };
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** An answer other than success: `code` is Meta's, null if the answer is not the API's own. */
export type Refusal = {
  status: number;
  code: number | null;
  retryAfterMs?: number | undefined;
  isOfToken: boolean;
};

/**
 * What a refusal of a message means. `lost`: a proxy answered, and Meta may have the message; `token`: the connection
 * must be repaired first; `wait`: retry after `ms`, with `all` sending nothing else meanwhile; `final`: never retry.
 */
export type Verdict =
  | { means: 'lost' }
  | { means: 'token' }
  | { means: 'wait'; ms: number; all: boolean }
  | { means: 'final'; code: number };

/** The API could not identify the caller, or the account lost the right to send. */
const TOKEN_ERROR_CODES = new Set([0, 3, 131005]);
/** The app, the account or the number sent too many messages at once. */
const THROTTLED = new Set([4, 80007, 130429, 133016]);
/** Too many to one person. */
const PERSON_THROTTLED = 131056;
/** The API is unavailable or in maintenance. */
const PASSING = new Set([1, 2, 131000, 131016, 131057, 133004]);

const RETRY_DELAYS = [5 * SECOND, 15 * SECOND, MINUTE, 5 * MINUTE];
/** Upper bound on a requested wait. */
const MAX_WAIT = 60 * MINUTE;
/** An account's limit is counted by the hour. */
const ACCOUNT_THROTTLED = 80007;

/** The retry delay after `attempts` failed attempts. */
export function retryDelay(attempts: number): number {
  return RETRY_DELAYS[Math.min(attempts, RETRY_DELAYS.length - 1)] ?? MINUTE;
}

/** Judges a refusal of a message after `attempts` failed attempts. */
export function classifyRefusal({ status, code, retryAfterMs = 0, isOfToken }: Refusal, attempts: number): Verdict {
  const ms = Math.max(Math.min(retryAfterMs, MAX_WAIT), retryDelay(attempts));
  if (code === null) {
    if (status === 429) return { means: 'wait', ms, all: true };
    return status >= 500 || status < 300 ? { means: 'lost' } : { means: 'wait', ms, all: true };
  }
  if (TOKEN_ERROR_CODES.has(code) || isOfToken) return { means: 'token' };
  if (code === ACCOUNT_THROTTLED) return { means: 'wait', ms: Math.max(ms, MINUTE), all: true };
  if (THROTTLED.has(code)) return { means: 'wait', ms, all: true };
  if (code === PERSON_THROTTLED) return { means: 'wait', ms, all: false };
  if (PASSING.has(code) || status === 429 || status >= 500) return { means: 'wait', ms, all: true };
  return { means: 'final', code };
}

import { setTimeout as wait } from 'node:timers/promises';
import { deliveryStrings } from '~/shared/strings/deliveries';
import { messageStrings } from '~/shared/strings/lead/conversation';
import { conversationOf } from '../leads/messages/conversation';
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
import { describeNetworkFailure, neverLeft } from '../outbox/network-failure';
import { noteFault, openConnection } from './connection';
import { GraphError } from './graph';
import { handOver } from './hand-over';
import { judgeRefusal, waitAfter } from './refusals';

/** How long a status has to come that tells what became of a message whose answer got lost. */
const LOOK_AFTER_MS = 30_000;
/** Nothing is sent a day after it was written: nobody expects it any more. */
const OLDEST_MS = 24 * 60 * 60 * 1000;
/** How long everything rests once the token was refused. */
const TOKEN_PAUSE_MS = 60_000;
const KEEP_AGAIN_MS = 1000;

const { errors } = deliveryStrings;

/**
 * Sends one message of ours, and stores what became of it. A message is handed to Meta at most once at a time: where the
 * answer got lost, or this process died over it, statuses have 30 s to tell what Meta calls it before it is handed over
 * again. Never throws: its waits count as attempts, of which the outbox's own schedule has few.
 */
export const sendWhatsapp: Sender = async (delivery, interrupt) => {
  try {
    return await send(delivery, interrupt);
  } catch (error) {
    log.error({ event: 'whatsapp_sending_failed', delivery: delivery.message_id, err: error });
    const retryInMs = waitAfter(delivery.attempts);
    return { outcome: 'failed', status: null, error: errors.unexpected, retryInMs };
  }
};

async function send(delivery: DueDelivery, interrupt: AbortSignal): Promise<Attempt> {
  const { message: id } = JSON.parse(delivery.payload) as { message: number };
  const ours = findOutgoing(id);
  if (!ours) return { outcome: 'failed', status: null, error: errors.messageGone, gone: true };
  if (ours.wamid !== null) return recall(ours);
  const leftMs = ours.sending_since === null ? 0 : LOOK_AFTER_MS - passedSince(ours.sending_since);
  if (leftMs > 0) return { outcome: 'failed', status: null, error: errors.answerLost, retryInMs: leftMs };
  const connection = openConnection();
  if (!connection) return giveUp(delivery, ours, OWN_FAILURES.disconnected);
  const failure = whyNever(ours);
  if (failure !== null) return giveUp(delivery, ours, failure);
  await markInFlight(id);
  try {
    const wamid = await handOver(connection, ours, delivery.message_id, interrupt);
    await keepTaken(id, wamid, interrupt);
    await noteFault(null);
    return { outcome: 'sent', status: 200 };
  } catch (error) {
    return follow(delivery, ours, error);
  }
}

/** Until it is stored, only this process knows that Meta has the message, and nobody else must send it again. */
async function keepTaken(id: number, wamid: string, interrupt: AbortSignal): Promise<void> {
  for (;;) {
    try {
      return await markSent(id, wamid);
    } catch (error) {
      if (interrupt.aborted) throw error;
      log.error({ event: 'whatsapp_sending_failed', err: error });
      await wait(KEEP_AGAIN_MS);
    }
  }
}

/** What was stored of it before: a status named it, or the process died before the outbox knew. */
function recall({ status, error }: OutgoingMessage): Attempt {
  return status === 'failed' ? failed(error) : { outcome: 'sent', status: null };
}

/** Why it must not be sent any more, as a code; null if it may. */
function whyNever(ours: OutgoingMessage): number | null {
  if (ours.lead_id === null || ours.is_leadless === 1) return OWN_FAILURES.leadGone;
  const isFree = ours.template === null;
  if (isFree && !conversationOf({ id: ours.lead_id, phone_key: ours.phone_key })?.window_ends_at)
    return WINDOW_CLOSED;
  return passedSince(ours.at) > OLDEST_MS ? OWN_FAILURES.tooLate : null;
}

/** The clock may have been set back since. */
const passedSince = (moment: string) => Math.abs(Date.now() - Date.parse(moment));

async function follow(delivery: DueDelivery, ours: OutgoingMessage, error: unknown): Promise<Attempt> {
  if (!(error instanceof GraphError) || error.status === null) return followSilence(ours, delivery, error);
  const { status, code, retryAfterMs, isOfToken } = error;
  const verdict = judgeRefusal({ status, code, retryAfterMs, isOfToken }, delivery.attempts);
  const answer = JSON.stringify({ status, code });
  if (verdict.means === 'lost')
    return { outcome: 'failed', status, error: errors.answerLost, answer, retryInMs: LOOK_AFTER_MS };
  if (verdict.means === 'final') return { ...(await giveUp(delivery, ours, verdict.code)), status, answer };
  await clearInFlight(ours.id);
  if (verdict.means === 'token') {
    await noteFault('token');
    const rest = { retryInMs: TOKEN_PAUSE_MS, retryAfterMs: TOKEN_PAUSE_MS, busy: true };
    return { outcome: 'failed', status, error: errors.whatsappToken, answer, ...rest };
  }
  const { ms, all } = verdict;
  const rest = { retryInMs: ms, ...(all && { retryAfterMs: ms, busy: true }) };
  return { outcome: 'failed', status, error: errors.whatsappWait, answer, ...rest };
}

/** No answer came. Where nobody was reached, nobody has it. */
async function followSilence(ours: OutgoingMessage, delivery: DueDelivery, error: unknown): Promise<Attempt> {
  if (neverLeft(error)) {
    await clearInFlight(ours.id);
    const ms = waitAfter(delivery.attempts);
    const rest = { retryInMs: ms, retryAfterMs: ms, busy: true };
    return { outcome: 'failed', status: null, error: describeNetworkFailure(error), ...rest };
  }
  // A status may have been faster than the end of the connection.
  const now = findOutgoing(ours.id);
  if (now && now.wamid !== null) return recall(now);
  return { outcome: 'failed', status: null, error: errors.answerLost, retryInMs: LOOK_AFTER_MS };
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

import { createHmac, timingSafeEqual } from 'node:crypto';
import { receiveErrors as errors } from '~/shared/strings/whatsapp';
import type { Handshake } from '~/shared/whatsapp/connection';
import { AppError, requireFound } from '../app-error';
import { query } from '../database/connection';
import { inSharedTransaction } from '../database/group-commit';
import { BodyPlaces } from '../http/body-places';
import type { BodyLimits } from '../http/request-body';
import type { Visit } from '../http/visit';
import { consumeInMemoryForAddress, requirePointForAddress, rewardInMemoryForAddress } from '../rate-limit/rate-limit';
import { unseal } from '../secrets/encryption';
import { isSameSecret } from '../secrets/random-tokens';
import { SECRETS, selectWorking } from './connection';
import { insertReceived, wakeInbox } from './inbox';

/** Meta sends up to 3 MB. */
export const WEBHOOK_LIMITS: BodyLimits = { bytes: 4 * 2 ** 20, seconds: 10 };
/** Anybody may send these until the signature is checked. Meta's usual ones are too small to need a place. */
export const webhookPlaces = new BodyPlaces({ places: 4, each: 2 });
/** Limit on stored webhooks not processed yet. Meta repeats refused ones for days. */
const MAX_BACKLOG_BYTES = 64 * 2 ** 20;
const BACKLOG_CACHE_MS = 500;
const RETRY_AFTER_S = 30;

/** Limits refused posts per address; each costs reading and hashing a body. */
const REFUSED = ['whatsapp-refused', { points: 60, seconds: 60 }] as const;

/** Answers Meta's handshake. Throws AppError `not_found` without a connection, `forbidden` for a wrong token. */
export async function answerHandshake(asked: Handshake, address: string): Promise<string> {
  const row = requireFound(selectWorking().get());
  await requirePointForAddress(...REFUSED, address);
  const { 'hub.mode': mode, 'hub.verify_token': token, 'hub.challenge': challenge } = asked;
  const own = unseal(row.verify_token_box, SECRETS.verifyToken);
  const isOurs = own !== null && token !== undefined && isSameSecret(token, own);
  if (isOurs && mode === 'subscribe' && challenge !== undefined) return challenge;
  await consumeInMemoryForAddress(...REFUSED, address);
  throw new AppError('forbidden', { message: errors.verifyToken });
}

const SIGNATURE = /^sha256=([\da-f]{64})$/i;

/** The hexadecimal signature in a webhook's header; null without a well-formed one. */
function readSignature(visit: Visit): string | null {
  return SIGNATURE.exec(visit.header('x-hub-signature-256') ?? '')?.[1] ?? null;
}

/**
 * Decides, before the body is read, whether to read it. Counts the post as refused until its signature is checked.
 * @throws {AppError} `not_found` without a connection; `unauthenticated` without a well-formed signature; `too_many`
 * for an address with too many refused posts; `busy` while the backlog is too large.
 */
export async function admitWebhook(visit: Visit): Promise<void> {
  if (!selectWorking().get()) throw new AppError('not_found');
  await requirePointForAddress(...REFUSED, visit.address);
  if (backlogBytes() > MAX_BACKLOG_BYTES)
    throw new AppError('busy', { message: errors.backlog, retryAfterSeconds: RETRY_AFTER_S });
  await consumeInMemoryForAddress(...REFUSED, visit.address);
  if (readSignature(visit) === null) throw refusal();
}

const updateHeardAt = query<[{ now: string }]>('UPDATE whatsapp_connection SET heard_at = :now WHERE id = 1');

/** Whether Meta has signed these bytes: it shares the app's secret. */
function isSignedByMeta(bytes: Buffer, appSecret: string, signature: string | null): boolean {
  if (signature === null) return false;
  const own = createHmac('sha256', appSecret).update(bytes).digest();
  return timingSafeEqual(own, Buffer.from(signature, 'hex'));
}

/** Stores a signed webhook. Throws AppError `not_found` without a connection, `unauthenticated` if wrongly signed. */
export async function receiveWebhook(visit: Visit): Promise<void> {
  const row = requireFound(selectWorking().get());
  const secret = unseal(row.app_secret_box, SECRETS.appSecret);
  const bytes = visit.file;
  if (secret === null || !isSignedByMeta(bytes, secret, readSignature(visit))) throw refusal();
  await rewardInMemoryForAddress(...REFUSED, visit.address);
  const now = new Date().toISOString();
  await inSharedTransaction(() => {
    insertReceived().run({ body: bytes.toString('utf8'), due_at: now, failures: 0, now });
    updateHeardAt().run({ now });
  });
  backlog.bytes += bytes.byteLength;
  wakeInbox();
}

const refusal = () => new AppError('unauthenticated', { message: errors.signature });

/** Counted again every half second; in between, this process adds what it stores. */
const backlog = { bytes: 0, readAt: Number.NEGATIVE_INFINITY };

/** Reads no bodies: SQLite stores a value's length in the record's header. */
const selectBacklog = query<[], { bytes: number | null }>(
  'SELECT sum(octet_length(body)) AS bytes FROM whatsapp_received',
);

function backlogBytes(): number {
  if (performance.now() - backlog.readAt > BACKLOG_CACHE_MS) {
    backlog.bytes = selectBacklog().get()?.bytes ?? 0;
    backlog.readAt = performance.now();
  }
  return backlog.bytes;
}

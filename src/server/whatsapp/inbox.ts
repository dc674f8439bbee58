import { toAppError } from '../app-error';
import { query } from '../database/connection';
import { inSavepoint, inSharedTransaction } from '../database/group-commit';
import { receiveWhatsapp } from '../leads/messages/dispatch-event';
import { log } from '../log';
import { countPart } from '../metrics/metrics';
import { Loop } from '../process/loop';
import { dueBounds } from '../process/stored-moments';
import { selectConnection } from './connection';
import { type Part, splitPayload, wrapPart } from './payload-parts';
import { readPart } from './read-payload';
import { storeUnknown } from './unknown-parts';

const PAUSE_AFTER_FAILURE_MS = 5000;
/** Time per transaction, which requests share. */
const SLICE_MS = 4;
/** Retry delays of a part that cannot be processed; after the last it is kept as unknown. */
const RETRY_DELAYS_MS = [1, 10, 60, 600].map((seconds) => seconds * 1000);
const LONGEST_WAIT_MS = Math.max(...RETRY_DELAYS_MS);

let loop: Loop | undefined;

/** Processes webhooks at once, after the current turn of the event loop. */
export function wakeInbox(): void {
  setImmediate(() => loop?.wake());
}

/**
 * Processes stored webhooks, oldest first, in slices. Polls each second for those that other processes stored and for
 * retries. A part is processed in the transaction that marks it as done, so none is processed twice. Returns a function
 * that stops it after the current slice.
 */
export function startInbox(): () => Promise<void> {
  const own = new Loop(
    async () => {
      await processDue(() => own.isStopped);
      return null;
    },
    'whatsapp_hearing_failed',
    PAUSE_AFTER_FAILURE_MS,
  );
  loop = own;
  own.wake();
  return () => {
    loop = undefined;
    return own.stop();
  };
}

/** The first webhook due by `now`, without its body; else the first that would wait beyond `latest`. */
const selectDueReceipts = query<[{ now: string; latest: string }], { id: number }>(
  `SELECT id FROM (SELECT id FROM whatsapp_received WHERE due_at <= :now ORDER BY due_at, id LIMIT 1)
   UNION ALL
   SELECT id FROM (SELECT id FROM whatsapp_received WHERE due_at > :latest ORDER BY due_at, id LIMIT 1)
   LIMIT 1`,
);

async function processDue(isStopped: () => boolean): Promise<void> {
  while (!isStopped()) {
    const due = selectDueReceipts().get(dueBounds(LONGEST_WAIT_MS, Date.now()));
    if (!due) return;
    await processReceived(due.id, isStopped);
  }
}

type ReceivedRow = { id: number; body: string; bytes: number; done: number; failures: number };

const selectReceived = query<[{ id: number }], ReceivedRow>(
  'SELECT id, body, octet_length(body) AS bytes, done, failures FROM whatsapp_received WHERE id = :id',
);

/** Processes one webhook until it is done, by this process or another. */
async function processReceived(id: number, isStopped: () => boolean): Promise<void> {
  const received = selectReceived().get({ id });
  if (!received) return;
  const parts = splitPayload(received.body);
  while (!isStopped() && (await inSharedTransaction(() => processParts(received, parts))));
}

/** Progress, by whichever process; `bytes` tells whether the body is still the same. */
const selectProgress = query<[{ id: number }], Pick<ReceivedRow, 'bytes' | 'done' | 'failures'>>(
  'SELECT octet_length(body) AS bytes, done, failures FROM whatsapp_received WHERE id = :id',
);

const updateDone = query<[{ id: number; done: number }]>('UPDATE whatsapp_received SET done = :done WHERE id = :id');

const deleteReceived = query<[{ id: number }]>('DELETE FROM whatsapp_received WHERE id = :id');

/** Processes as many parts as fit into a slice. Returns whether there are more. */
function processParts({ id, bytes }: Pick<ReceivedRow, 'id' | 'bytes'>, parts: readonly Part[]): boolean {
  const progress = selectProgress().get({ id });
  // Another process finished it, or a person was erased from it: then it is read again.
  if (progress?.bytes !== bytes) return false;
  const startedAt = performance.now();
  let { done } = progress;
  for (; done < parts.length && performance.now() - startedAt < SLICE_MS; done++) {
    const part = parts[done];
    if (part) processOrRetry(part, progress.failures);
  }
  if (done >= parts.length) deleteReceived().run({ id });
  else updateDone().run({ id, done });
  return done < parts.length;
}

export const insertReceived = query<[{ body: string; due_at: string; failures: number; now: string }]>(
  `INSERT INTO whatsapp_received (body, due_at, failures, received_at) VALUES (:body, :due_at, :failures, :now)`,
);

/**
 * Processes a part. One that fails is stored as a webhook of its own to be retried, and finally kept as unknown.
 * @throws transient errors, such as a full disk, which roll back the slice.
 */
function processOrRetry(part: Part, failures: number): void {
  try {
    inSavepoint(() => processPart(part));
  } catch (error) {
    if (toAppError(error).code === 'busy') throw error;
    log.error({ event: 'whatsapp_part_failed', field: part.field, kind: part.kind, failures, err: error });
    const wait = RETRY_DELAYS_MS[failures];
    const body = wait === undefined ? null : wrapPart(part);
    if (wait === undefined || body === null) {
      countPart('unknown');
      storeUnknown(part.field, part.raw);
      return;
    }
    const now = Date.now();
    insertReceived().run({
      body,
      due_at: new Date(now + wait).toISOString(),
      failures: failures + 1,
      now: new Date(now).toISOString(),
    });
  }
}

/** Only if it is not known yet. */
const updateAccount = query<[{ business_account_id: string }]>(
  `UPDATE whatsapp_connection SET business_account_id = :business_account_id
   WHERE id = 1 AND business_account_id IS NULL`,
);

function processPart(part: Part): void {
  const connection = selectConnection().get();
  // Disconnected since.
  if (!connection) return;
  const read = readPart(part, connection.phone_number_id);
  if (read === 'nothing' || read === 'other number') {
    countPart(read === 'nothing' ? 'ignored' : 'other_number');
    return;
  }
  if (part.entry && part.phoneNumberId !== null && /^\d{1,40}$/.test(part.entry))
    updateAccount().run({ business_account_id: part.entry });
  for (const event of read.events ?? []) receiveWhatsapp(event);
  if ('unknown' in read) storeUnknown(read.unknown, part.raw);
  countPart('unknown' in read ? 'unknown' : 'heard');
}

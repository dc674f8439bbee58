import { toAppError } from '../app-error';
import { inSavepoint, inSharedTransaction } from '../database/group-commit';
import { receiveWhatsapp } from '../leads/messages/receive';
import { log } from '../log';
import { countParts } from '../metrics/whatsapp-parts';
import { Loop } from '../process/loop';
import { selectConnection, updateAccount } from './connection-queries';
import { type Part, splitPayload, wrapPart } from './payload-parts';
import { readPart } from './read-payload';
import {
  deleteReceived,
  insertReceived,
  type ReceivedRow,
  selectDue,
  selectProgress,
  selectReceived,
  updateDone,
} from './received-queries';
import { keepUnknown } from './unknown';

const PAUSE_AFTER_FAILURE_MS = 5000;
/** Per transaction, which requests share. */
const SLICE_MS = 4;
/** Waits of a part that cannot be taken, before it is given up. */
const WAITS_MS = [1, 10, 60, 600].map((seconds) => seconds * 1000);

let wake: (() => void) | undefined;

/** Looks for webhooks at once, after the current turn. */
export function wakeHearing(): void {
  if (wake) setImmediate(wake);
}

/**
 * Works on stored webhooks, oldest first, in slices, and looks each second for those of other processes and for what
 * has to be tried again. Whichever process takes a part does so in the transaction that notes it as done, so none is
 * taken twice. Returns a function that stops it after the current slice.
 */
export function startHearing(): () => Promise<void> {
  let isStopped = false;
  let pausedUntil = 0;
  const loop = new Loop(async () => {
    if (performance.now() < pausedUntil) return null;
    try {
      await workOnDue(() => isStopped);
    } catch (error) {
      pausedUntil = performance.now() + PAUSE_AFTER_FAILURE_MS;
      throw error;
    }
    return null;
  }, 'whatsapp_hearing_failed');
  wake = () => loop.wake();
  loop.wake();
  return () => {
    isStopped = true;
    wake = undefined;
    return loop.stop();
  };
}

async function workOnDue(isStopped: () => boolean): Promise<void> {
  while (!isStopped()) {
    const due = selectDue().get({ now: new Date().toISOString() });
    if (!due) return;
    await workOn(due.id, isStopped);
  }
}

/** Works on one webhook until it is done, by this process or another. */
async function workOn(id: number, isStopped: () => boolean): Promise<void> {
  const received = selectReceived().get({ id });
  if (!received) return;
  const parts = splitPayload(received.body);
  while (!isStopped() && (await inSharedTransaction(() => takeSome(received, parts))));
}

/** Takes the next parts, as many as a slice has room for. Returns whether there are more. */
function takeSome({ id, bytes }: Pick<ReceivedRow, 'id' | 'bytes'>, parts: readonly Part[]): boolean {
  const progress = selectProgress().get({ id });
  // Another process has ended it, or somebody was erased from it meanwhile: then it is read again.
  if (progress?.bytes !== bytes) return false;
  const startedAt = performance.now();
  let { done } = progress;
  for (; done < parts.length && performance.now() - startedAt < SLICE_MS; done++) {
    const part = parts[done];
    if (part) takeOrPutBack(part, progress.failures);
  }
  if (done >= parts.length) deleteReceived().run({ id });
  else updateDone().run({ id, done });
  return done < parts.length;
}

/**
 * Takes a part; one that cannot be taken is stored again by itself, to be tried later, and in the end kept as unknown.
 * @throws what passes, such as a full disk: then nothing of the slice is done.
 */
function takeOrPutBack(part: Part, failures: number): void {
  try {
    inSavepoint(() => take(part));
  } catch (error) {
    if (toAppError(error).code === 'busy') throw error;
    log.error({ event: 'whatsapp_part_failed', field: part.field, kind: part.kind, failures, err: error });
    const wait = WAITS_MS[failures];
    const body = wait === undefined ? null : wrapPart(part);
    if (wait === undefined || body === null) {
      countParts('unknown');
      keepUnknown(part.field, part.raw);
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

function take(part: Part): void {
  const connection = selectConnection().get();
  // Disconnected since.
  if (!connection) return;
  const read = readPart(part, connection.phone_number_id);
  if (read === 'nothing' || read === 'other number') {
    countParts(read);
    return;
  }
  if (part.entry && part.phoneNumberId !== null && /^\d{1,40}$/.test(part.entry))
    updateAccount().run({ business_account_id: part.entry });
  for (const heard of read.heard ?? []) receiveWhatsapp(heard);
  if ('unknown' in read) keepUnknown(read.unknown, part.raw);
  countParts('unknown' in read ? 'unknown' : 'heard');
}

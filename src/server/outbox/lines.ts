import type { LastMail } from '~/shared/companies/company';
import {
  DAYS_KEPT,
  type Delivery,
  type DeliveryKind,
  type DeliveryState,
  type Line,
  type LineState,
  MAX_COUNTED,
} from '~/shared/deliveries/delivery';
import { deliveryStrings } from '~/shared/strings/deliveries';
import { webhookStrings } from '~/shared/strings/webhooks';
import { AppError, requireFound } from '../app-error';
import { type Actor, recordAudit } from '../audit/audit';
import { deleteBatch, query } from '../database/connection';
import { inSharedTransaction } from '../database/group-commit';
import { removeInSlices, workInSlices } from '../database/slices';
import { log } from '../log';
import { TEST_EVENT } from './delivery';
import { enqueue, findInOutbox, newMessageId, retryNow, wakeWorkers } from './enqueue';

const ROWS_PER_STEP = 5;
const DAY_MS = 24 * 3_600_000;
const FAILURES_SHOWN = 3;
const WAITING_READ = 100;
/** Counting this many takes about 5 ms; a higher number would tell the reader no more. */
const COUNTED_FOR_METRICS = 100_000;

const OF_LINE = 'kind = :kind AND webhook_id IS :webhook_id';

export const DELIVERY = `
  SELECT deliveries.id, message_id, kind, webhook_id, event, state, ended_in, deliveries.lead_id, attempts,
         next_attempt_at, last_attempt_at, last_status, last_error, last_answer, deliveries.created_at, finished_at,
         coalesce(payload ->> '$.lead.nombre', payload ->> '$.nombre', users.email, sign_ups.email,
                  payload ->> '$.email', of_lead.nombre) AS about
  FROM deliveries LEFT JOIN users ON users.id = payload ->> '$.user_id'
  LEFT JOIN sign_ups ON sign_ups.id = payload ->> '$.sign_up_id'
  LEFT JOIN leads AS of_lead ON of_lead.id = deliveries.lead_id AND kind = 'whatsapp'`;

const selectLastSent = query<[Line], NonNullable<LineState['last']>>(
  `SELECT finished_at, ended_in FROM deliveries WHERE ${OF_LINE} AND state = 'sent' ORDER BY id DESC LIMIT 1`,
);

const selectFailed = query<[Line & { limit: number }], Delivery>(
  `${DELIVERY} WHERE ${OF_LINE} AND state = 'failed' ORDER BY deliveries.id DESC LIMIT :limit`,
);

/** Among the oldest ones, as messages are tried in the order of their age. */
const selectRetried = query<[Line & { within: number }], Delivery>(
  `${DELIVERY} WHERE attempts > 0 AND deliveries.id IN (
     SELECT id FROM deliveries WHERE ${OF_LINE} AND state = 'pending' ORDER BY id LIMIT :within
   )`,
);

/** How a line is: what arrived last, what did not arrive, and why. */
export function describeLine(line: Line): LineState {
  const { kind, webhook_id } = line;
  return {
    kind,
    webhook_id,
    last: selectLastSent().get(line) ?? null,
    undelivered: Math.min(countIn(line, 'pending') + countIn(line, 'failed'), MAX_COUNTED),
    failures: [
      ...selectFailed().all({ ...line, limit: FAILURES_SHOWN }),
      ...selectRetried().all({ ...line, within: WAITING_READ }),
    ]
      .sort((a, b) => failedAt(b).localeCompare(failedAt(a)))
      .slice(0, FAILURES_SHOWN),
  };
}

/** What a restore holds back was never tried. */
const failedAt = ({ last_attempt_at, created_at }: Delivery) => last_attempt_at ?? created_at;

/** Messages of a line that wait; counts up to MAX_COUNTED. */
export const countWaitingIn = (line: Line) => countIn(line, 'pending');

/** Messages of a line in a state, counted up to `most`. */
const countOfLine = query<[Line & { state: DeliveryState; most: number }], { count: number }>(
  `SELECT count(*) AS count FROM (SELECT 1 FROM deliveries WHERE ${OF_LINE} AND state = :state LIMIT :most)`,
);

function countIn(line: Line, state: DeliveryState): number {
  return countOfLine().get({ ...line, state, most: MAX_COUNTED })?.count ?? 0;
}

/**
 * Tries all undelivered messages of a line now, each with all its attempts again, so that trying while the receiver is
 * still down uses up none. Returns how many. Like the functions below it works in slices, to delay nobody.
 */
export async function retryLine(line: Line, actor: Actor): Promise<number> {
  const waiting = await retryPending(line);
  // What became of a failed WhatsApp message shows in its conversation, where it is written anew.
  const failed = line.kind === 'whatsapp' ? 0 : await forEachIn(line, 'failed', reopen);
  await recordCount('deliveries_resent', waiting + failed, actor);
  return waiting + failed;
}

/** Tries the pending messages of a line in the background; a failure is logged. */
export function retryInBackground(line: Line): void {
  retryPending(line).catch((error) => log.error({ event: 'outbox_failed', kind: line.kind, err: error }));
}

const retryPending = (line: Line) => forEachIn(line, 'pending', ({ id }) => retryNow(id, { afresh: true }));

/** A message and what defines its place. */
type InLine = Line & { id: number; lead_id: number | null };

/** Reopens a finished message with all its attempts, unless its destination is gone; later ones wait for it. */
const reopenDelivery = query<[{ id: number; now: string }]>(
  `UPDATE deliveries SET state = 'pending', attempts = 0, planned_at = :now, next_attempt_at = :now,
     finished_at = NULL,
     waits = EXISTS (
       SELECT 1 FROM deliveries AS earlier
       WHERE earlier.kind = deliveries.kind AND earlier.webhook_id IS deliveries.webhook_id
         AND earlier.lead_id = deliveries.lead_id AND earlier.state = 'pending' AND earlier.id < deliveries.id
     )
   WHERE id = :id AND state <> 'pending'
     AND (webhook_id IS NULL OR EXISTS (SELECT 1 FROM webhooks WHERE id = webhook_id AND removed_at IS NULL))`,
);

const blockLater = query<[InLine]>(
  `UPDATE deliveries SET waits = 1
   WHERE ${OF_LINE} AND lead_id = :lead_id AND state = 'pending' AND id > :id AND waits = 0`,
);

/** Reopens a finished message, in the caller's transaction; later ones about the same lead wait for it. */
export function reopen(message: InLine): boolean {
  const { changes } = reopenDelivery().run({ id: message.id, now: new Date().toISOString() });
  if (message.lead_id !== null) blockLater().run(message);
  return changes > 0;
}

/** Discards for good what a line has not delivered up to now, of WhatsApp only what failed; returns how many. */
export async function discardLine(line: Line, actor: Actor): Promise<number> {
  const states: DeliveryState[] = line.kind === 'whatsapp' ? ['failed'] : ['failed', 'pending'];
  const count = await discardUndelivered(line, states, new Date().toISOString());
  await recordCount('deliveries_discarded', count, actor);
  return count;
}

/** Releases the earliest pending message about a lead to a destination. */
export const releaseNext = query<[Line & { lead_id: number }]>(
  `UPDATE deliveries SET waits = 0 WHERE id = (
     SELECT min(id) FROM deliveries
     WHERE kind = :kind AND webhook_id IS :webhook_id AND lead_id = :lead_id AND state = 'pending'
   )`,
);

type Discarded = Line & { state: DeliveryState; before: string; limit: number };

/** Among the first ones of a line in a state; returns each one's lead. */
const deleteOfLine = query<[Discarded], { lead_id: number | null }>(
  `DELETE FROM deliveries WHERE created_at < :before AND id IN (
     SELECT id FROM deliveries WHERE ${OF_LINE} AND state = :state ORDER BY id LIMIT :limit
   ) RETURNING lead_id`,
);

/** Removes messages of a line from before a moment; what waited behind them moves up. Returns how many. */
export async function discardUndelivered(line: Line, states: DeliveryState[], before: string): Promise<number> {
  let count = 0;
  for (const state of states)
    count += await workInSlices(() => {
      const removed = deleteOfLine().all({ ...line, state, before, limit: ROWS_PER_STEP });
      for (const { lead_id } of removed) if (lead_id !== null) releaseNext().run({ ...line, lead_id });
      return removed.length;
    });
  return count;
}

function recordCount(type: 'deliveries_resent' | 'deliveries_discarded', count: number, actor: Actor) {
  return inSharedTransaction(() => recordAudit({ type, actor, to: String(count) }));
}

const deleteFinishedBefore = deleteBatch<{ state: 'sent' | 'failed'; before: string }>(
  'deliveries',
  'id',
  'state = :state AND finished_at < :before',
);

/** Removes sent and failed messages past their retention; returns how many. */
export async function removeOldDeliveries(): Promise<number> {
  let removed = 0;
  for (const state of ['sent', 'failed'] as const) {
    const before = new Date(Date.now() - DAYS_KEPT[state] * DAY_MS).toISOString();
    removed += await removeInSlices(deleteFinishedBefore, { state, before });
  }
  return removed;
}

const selectLastDeliveryId = query<[], { id: number | null }>('SELECT max(id) AS id FROM deliveries');

type Walk = Line & { state: DeliveryState; after: number; until: number; limit: number };

const selectOfLine = query<[Walk], InLine>(
  `SELECT id, kind, webhook_id, lead_id FROM deliveries
   WHERE ${OF_LINE} AND state = :state AND id > :after AND id <= :until ORDER BY id LIMIT :limit`,
);

/** Messages that come to be found meanwhile count only if the walk has not passed their id. */
function forEachIn(line: Line, state: DeliveryState, change: (message: InLine) => unknown): Promise<number> {
  const until = selectLastDeliveryId().get()?.id ?? 0;
  let after = 0;
  return workInSlices(() => {
    const found = selectOfLine().all({ ...line, state, after, until, limit: ROWS_PER_STEP });
    for (const message of found) change(message);
    after = found.at(-1)?.id ?? until;
    wakeWorkers({ overridePause: true });
    return found.length;
  });
}

/** Messages of a kind in a state, counted up to `most`. */
const countInState = query<[{ kind: DeliveryKind; state: DeliveryState; most: number }], { count: number }>(
  'SELECT count(*) AS count FROM (SELECT 1 FROM deliveries WHERE kind = :kind AND state = :state LIMIT :most)',
);

/** Messages of a kind in a state; counts up to 100,000. */
export function countKind(kind: DeliveryKind, state: 'pending' | 'failed'): number {
  return countInState().get({ kind, state, most: COUNTED_FOR_METRICS })?.count ?? 0;
}

const selectFirstWaiting = query<[{ kind: DeliveryKind }], { since: string | null }>(
  `SELECT created_at AS since FROM deliveries WHERE kind = :kind AND webhook_id IS NULL AND state = 'pending'
   ORDER BY id LIMIT 1`,
);

/** Since when webhooks wait, over destinations that neither rest nor were paused by hand. What waited in a pause counts from its end. */
const selectFirstWaitingWebhook = query<[], { since: string | null }>(
  `SELECT min(first.since) AS since FROM (
     SELECT max(active_since, (SELECT created_at FROM deliveries
                               WHERE kind = 'webhook' AND webhook_id = webhooks.id AND state = 'pending'
                               ORDER BY id LIMIT 1)) AS since
     FROM webhooks
     WHERE pause IS NOT 'hand' AND removed_at IS NULL AND id NOT IN (SELECT id FROM resting_webhooks)
   ) AS first`,
);

/** Seconds the oldest message of a kind has waited; 0 if none. Paused by hand does not count. */
export function oldestWaitSeconds(kind: DeliveryKind): number {
  const since = (kind === 'webhook' ? selectFirstWaitingWebhook().get() : selectFirstWaiting().get({ kind }))?.since;
  return since ? Math.max(0, (Date.now() - Date.parse(since)) / 1000) : 0;
}

const selectDelivery = query<[{ id: number }], Delivery>(`${DELIVERY} WHERE deliveries.id = :id`);

/** @throws {AppError} `not_found`. */
export function findDelivery(id: number): Delivery {
  return requireFound(selectDelivery().get({ id }));
}

/** The last mail or access-link order to a person, by id or email. */
const selectLastMail = query<[{ person: string }], LastMail>(
  `SELECT id, event, state, ended_in, created_at FROM deliveries
   WHERE coalesce(payload ->> '$.user_id', payload ->> '$.email') = :person AND kind IN ('mail', 'provisioning')
   ORDER BY id DESC LIMIT 1`,
);

/** The last mail to somebody, with its state, or null. */
export function findLastMail({ id, email }: { id: string; email: string }): LastMail | null {
  const found = [id, email].flatMap((person) => selectLastMail().get({ person }) ?? []);
  return found.sort((a, b) => b.id - a.id)[0] ?? null;
}

/**
 * Resends a finished message, with all its attempts, or tries a pending one now.
 * @throws {AppError} `not_found`; `conflict` if its destination was removed, or it is a finished WhatsApp message.
 */
export async function resendDelivery(id: number, actor: Actor): Promise<Delivery> {
  const delivery = await inSharedTransaction(() => {
    const before = findDelivery(id);
    const { kind, state, event } = before;
    if (state === 'pending') retryNow(id);
    // What became of the first one shows in the conversation, where a new one can be written.
    else if (kind === 'whatsapp') throw new AppError('conflict', { message: deliveryStrings.errors.whatsappTwice });
    else if (!reopen(before)) throw new AppError('conflict', { message: webhookStrings.errors.removed });
    // Nothing of its contents.
    recordAudit({ type: 'delivery_resent', actor, to: `${event} #${id}` });
    return findDelivery(id);
  });
  wakeWorkers({ overridePause: true });
  return delivery;
}

/**
 * Enqueues a test message to a destination, in the caller's transaction: a new lead's fields with made-up content,
 * `prueba` as source and an id nobody has. `first`: ahead of everything that waits.
 */
export function enqueueTest(webhookId: number, first = false): Delivery {
  const messageId = newMessageId();
  const timestamp = new Date().toISOString();
  const { testLead } = deliveryStrings;
  const source = 'prueba';
  const data = { id: 0, ...testLead, estado: 'nuevo', source, created_at: timestamp };
  const payload = { type: TEST_EVENT, id: messageId, timestamp, data, ...testLead, source };
  enqueue({ kind: 'webhook', messageId, webhookId, event: TEST_EVENT, first, payload });
  wakeWorkers({ overridePause: true });
  return findDelivery(requireFound(findInOutbox(messageId)).id);
}

import { DELIVERY_KINDS, type Delivery, type Line, type LineState } from '~/shared/deliveries/delivery';
import { webhookStrings } from '~/shared/strings/webhooks';
import { MAX_WEBHOOKS } from '~/shared/webhooks/limits';
import { type ChangeWebhook, type CreateWebhook, readHeader } from '~/shared/webhooks/schema';
import type { PauseReason, Webhook } from '~/shared/webhooks/webhook';
import { AppError, errorAt, requireFound } from '../app-error';
import { type Actor, recordAudit } from '../audit/audit';
import { query } from '../database/connection';
import { inSharedTransaction } from '../database/group-commit';
import { getSettings } from '../env';
import { findAddresses } from '../net/guard';
import { wakeWorkers } from '../outbox/enqueue';
import { countWaitingIn, describeLine, enqueueTest, retryInBackground } from '../outbox/lines';
import {
  type DestinationRow,
  readEvents,
  resumeWebhook,
  selectDestination,
  selectDestinations,
  selectListed,
  updateVoucher,
} from './destinations';
import { isOwn, requireEditable } from './removal';
import { addSecret, countSecrets, MAX_SECRETS, sealHeader } from './secrets';
import { readSettingsHeader } from './settings-destination';

const { errors } = webhookStrings;

/** The settings' destination, if any, and those that people and programs made, oldest first. */
export function listWebhooks(): Webhook[] {
  return selectListed().all().map(toWebhook);
}

/** How each destination is, and each other kind of message there was any of. */
export function listLines(): LineState[] {
  const destinations = selectDestinations()
    .all()
    .map(({ id }): Line => ({ kind: 'webhook', webhook_id: id }));
  const others = DELIVERY_KINDS.filter((kind) => kind !== 'webhook')
    .map((kind) => describeLine({ kind, webhook_id: null }))
    .filter(({ last, undelivered }) => last !== null || undelivered > 0);
  return [...destinations.map(describeLine), ...others];
}

/** Destinations that a token made. */
export function listWebhooksOf(makerId: string): Webhook[] {
  return selectListed()
    .all()
    .filter(({ maker_id }) => maker_id === makerId)
    .map(toWebhook);
}

function toWebhook(destination: DestinationRow): Webhook {
  const { host: _host, maker_id: _id, header_box: _box, ...shown } = destination;
  const { header_name, events, from_settings, former_until, ...row } = shown;
  return {
    ...row,
    former_until: former_until !== null && former_until > new Date().toISOString() ? former_until : null,
    events: readEvents(events),
    header: from_settings ? (readSettingsHeader()?.name ?? null) : header_name,
    by_program: row.by_program === 1,
    active: row.paused_at === null && row.rests_since === null,
    waiting: countWaitingIn({ kind: 'webhook', webhook_id: row.id }),
    from_settings: from_settings === 1,
  };
}

type NewWebhook = { url: string; host: string; events: string; made_by: string; now: string };

const insertWebhook = query<[NewWebhook], { id: number }>(
  `INSERT INTO webhooks (url, host, events, made_by, active_since, created_at)
   VALUES (:url, :host, :events, :made_by, :now, :now) RETURNING id`,
);

const updateEvents = query<[{ id: number; events: string }]>('UPDATE webhooks SET events = :events WHERE id = :id');

const NAME_SERVER_TIMEOUT_MS = 5000;

/**
 * Refuses URLs that this server must not call, or that do not resolve, with the same answer, so that it reveals nothing
 * about internal names. Checked again on every call (post-webhook.ts).
 * @throws {AppError} `invalid`.
 */
async function requireCallable(url: string): Promise<void> {
  const { protocol, hostname } = new URL(url);
  const { promise: timeUp, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('no answer from the name server')), NAME_SERVER_TIMEOUT_MS);
  try {
    const found = findAddresses({ protocol, hostname }, { allowance: getSettings().WEBHOOK_ALLOW_PRIVATE });
    await Promise.race([found, timeUp]);
  } catch (cause) {
    throw errorAt('url', errors.forbidden, { cause });
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Creates a destination and returns its secret, which cannot be read again. If a token repeats an address of its own,
 * as after losing the answer, that destination gets the changes and a new secret; the former signs for 24 hours.
 * @throws {AppError} `invalid` for an address that must not be called or is taken, `conflict` if there are too many.
 */
export async function createWebhook(
  { url, events, header = null }: CreateWebhook,
  actor: Actor,
): Promise<{ webhook: Webhook; secret: string }> {
  await requireCallable(url);
  return inSharedTransaction(() => {
    const known = selectListed().all();
    const own = known.find((one) => isOwn(one, actor) && addressCalled(one.url) === addressCalled(url));
    if (!own && known.length >= MAX_WEBHOOKS) throw new AppError('conflict', { message: errors.tooMany });
    if (!own) requireFree(url, known);
    const { host } = new URL(url);
    const input = { events: JSON.stringify(events), now: new Date().toISOString() };
    const id = own?.id ?? insertWebhook().get({ ...input, url, host, made_by: actor.id })?.id;
    if (id === undefined) throw new Error('no webhook was stored');
    if (own) {
      requireFewSecrets(id);
      updateEvents().run({ ...input, id });
      resumeWebhook().run({ ...input, id });
      clearHeader(id);
    }
    if (header) setHeader(id, header);
    const secret = addSecret(id);
    recordAudit({ type: own ? 'webhook_changed' : 'webhook_created', actor, to: host });
    return { webhook: findWebhook(id), secret };
  });
}

/** A new address starts without failures. */
const updateUrl = query<[{ id: number; url: string; host: string }]>(
  'UPDATE webhooks SET url = :url, host = :host, failing_since = NULL WHERE id = :id',
);

const pauseWebhook = query<[{ id: number; pause: PauseReason; now: string }]>(
  'UPDATE webhooks SET pause = :pause, paused_at = :now WHERE id = :id AND paused_at IS NULL',
);

/**
 * Changes the given fields. Moving to another origin drops the header, so that nobody learns it that way.
 * @throws {AppError} `not_found`; `invalid` for an address that must not be called or is taken.
 */
export async function changeWebhook(
  id: number,
  { url, events, header, active }: ChangeWebhook,
  actor: Actor,
): Promise<Webhook> {
  if (url !== undefined || events || header !== undefined) requireEditable(requireDestination(id));
  if (url !== undefined) await requireCallable(url);
  const webhook = await inSharedTransaction(() => {
    const before = requireDestination(id);
    const now = new Date().toISOString();
    if (url !== undefined && url !== before.url) {
      requireFree(url, selectListed().all(), id);
      updateUrl().run({ id, url, host: new URL(url).host });
      if (new URL(url).origin !== new URL(before.url).origin) clearHeader(id);
    }
    if (events) updateEvents().run({ id, events: JSON.stringify(events) });
    if (url !== undefined || events) updateVoucher().run({ id, by: actor.id, now });
    if (header === null) clearHeader(id);
    else if (header !== undefined) setHeader(id, header);
    const { host } = requireDestination(id);
    if (url !== undefined || events || header !== undefined)
      recordAudit({ type: 'webhook_changed', actor, from: before.host, to: host });
    if (active === false && pauseWebhook().run({ id, pause: 'hand', now }).changes > 0)
      recordAudit({ type: 'webhook_paused', actor, to: host });
    if (active === true && resumeWebhook().run({ id, now }).changes > 0)
      recordAudit({ type: 'webhook_resumed', actor, to: host });
    return findWebhook(id);
  });
  // The backlog gets all its attempts again.
  if (active === true) retryInBackground({ kind: 'webhook', webhook_id: id });
  return webhook;
}

/** Returns another secret; former ones sign until they expire. Throws AppError `not_found`; `conflict` if too many. */
export function rotateSecret(id: number, actor: Actor): Promise<string> {
  return inSharedTransaction(() => {
    const row = requireDestination(id);
    requireEditable(row);
    requireFewSecrets(id);
    updateVoucher().run({ id, by: actor.id, now: new Date().toISOString() });
    recordAudit({ type: 'webhook_rotated', actor, to: row.host });
    return addSecret(id);
  });
}

function requireFewSecrets(id: number): void {
  if (countSecrets(id) >= MAX_SECRETS) throw new AppError('conflict', { message: errors.manySecrets });
}

/** Sends a test message, also to a paused destination. Throws AppError `not_found`; `conflict` if it rests. */
export function testWebhook(id: number): Promise<Delivery> {
  return inSharedTransaction(() => {
    const { rests_since, paused_at } = requireDestination(id);
    if (rests_since !== null) throw new AppError('conflict', { message: errors.rests });
    return enqueueTest(id, paused_at !== null);
  });
}

function requireDestination(id: number): DestinationRow {
  return requireFound(selectDestination().get({ id }));
}

/** The destination as administrators see it. Throws AppError `not_found`. */
export function findWebhook(id: number): Webhook {
  return toWebhook(requireDestination(id));
}

/** Two destinations with one address would get everything twice. Also stops a double press. */
function requireFree(url: string, known: readonly DestinationRow[], ownId?: number): void {
  const called = addressCalled(url);
  // Of the settings' one only the origin is known here.
  if (!known.some((one) => !one.from_settings && one.id !== ownId && addressCalled(one.url) === called)) return;
  throw errorAt('url', errors.taken);
}

/** A fragment is never sent. */
function addressCalled(text: string): string {
  const url = new URL(text);
  url.hash = '';
  return url.href;
}

type Header = { id: number; header_name: string | null; header_box: Buffer | null };

const updateHeader = query<[Header]>(
  'UPDATE webhooks SET header_name = :header_name, header_box = :header_box WHERE id = :id',
);

function setHeader(id: number, text: string): void {
  const { name, value } = readHeader(text);
  updateHeader().run({ id, header_name: name, header_box: sealHeader(id, value) });
}

function clearHeader(id: number): void {
  updateHeader().run({ id, header_name: null, header_box: null });
}

type Answered = { answered_by: string; since: string; now: string };

/** Those that somebody made, changed or confirmed last, and since then; one that is resting stays as it is. */
const restAnsweredBy = query<[Answered], { host: string }>(
  `UPDATE webhooks SET rests_since = :now
   WHERE coalesce(vouched_by, made_by) = :answered_by AND coalesce(vouched_at, created_at) >= :since
     AND removed_at IS NULL AND rests_since IS NULL RETURNING host`,
);

/**
 * Lets the destinations rest that somebody made or changed since then and nobody confirmed, in the caller's
 * transaction: what is meant for them waits as in a pause. Returns their hosts.
 */
export function restWebhooksOf(person: { id: string; email: string }, since: string, actor: Actor | null): string[] {
  const resting = restAnsweredBy().all({ answered_by: person.id, since, now: new Date().toISOString() });
  const hosts = resting.map(({ host }) => host);
  for (const host of hosts) recordAudit({ type: 'webhook_rested', actor, subject: person, to: host });
  return hosts;
}

const selectAnsweredBy = query<[{ answered_by: string }], { host: string }>(
  `SELECT host FROM webhooks
   WHERE coalesce(vouched_by, made_by) = :answered_by AND removed_at IS NULL AND rests_since IS NULL ORDER BY id`,
);

/** The hosts of the destinations that somebody answers for and that get what happens. */
export function listHostsOf(personId: string): string[] {
  return selectAnsweredBy()
    .all({ answered_by: personId })
    .map(({ host }) => host);
}

/** What waited in its rest counts from now. */
const endRest = query<[{ id: number; now: string }]>(
  'UPDATE webhooks SET rests_since = NULL, active_since = :now WHERE id = :id AND rests_since IS NOT NULL',
);

/**
 * Ends a destination's rest: what waited is sent, and whoever confirms it answers for it from then on.
 * @throws {AppError} `not_found`; `conflict` while the token that made it rests.
 */
export function confirmWebhook(id: number, actor: Actor): Promise<Webhook> {
  return inSharedTransaction(() => {
    const row = requireFound(selectDestination().get({ id }));
    requireEditable(row);
    const { host } = row;
    const now = new Date().toISOString();
    if (endRest().run({ id, now }).changes > 0) {
      updateVoucher().run({ id, by: actor.id, now });
      recordAudit({ type: 'webhook_confirmed', actor, to: host });
    }
    const webhook = findWebhook(id);
    if (webhook.rests_since !== null) throw new AppError('conflict', { message: errors.restsWithToken });
    wakeWorkers();
    return webhook;
  });
}

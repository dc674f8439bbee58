import type { Delivery } from '~/shared/deliveries/delivery';
import { dayIn, startOfDay } from '~/shared/leads/days';
import { webhookStrings } from '~/shared/strings/webhooks';
import { MAX_WEBHOOKS } from '~/shared/webhooks/limits';
import { type ChangeWebhook, type CreateWebhook, type ResendFrom, readHeader } from '~/shared/webhooks/schema';
import type { Resent, SettingsWebhook, Webhook } from '~/shared/webhooks/webhook';
import { AppError, errorAt, requireFound } from '../app-error';
import { type Actor, recordAudit } from '../audit/audit';
import { inSharedTransaction } from '../database/group-commit';
import { getSettings } from '../env';
import { resendFrom, retryInBackground } from '../outbox/log/bulk';
import { countWaitingTo, enqueueTest, webhookHost } from '../outbox/log/delivery-log';
import { requireCallable } from './check-url';
import { readEvents } from './destinations';
import { isOwn } from './removal';
import { addSecret, countSecrets, MAX_SECRETS, sealHeader } from './signing-secrets';
import {
  type DestinationRow,
  insertWebhook,
  type ListedRow,
  pauseWebhook,
  resumeWebhook,
  selectDestination,
  selectListed,
  selectOneListed,
  updateEvents,
  updateHeader,
  updateUrl,
  updateVoucher,
} from './webhook-queries';

const { errors } = webhookStrings;

/** The settings' destination, if any, and those that administrators made, oldest first. */
export function listWebhooks(): (SettingsWebhook | Webhook)[] {
  const made = selectListed().all({ now: new Date().toISOString() }).map(toWebhook);
  return [...fromSettings(), ...made];
}

function fromSettings(): SettingsWebhook[] {
  const { LEAD_WEBHOOK_URL, LEAD_WEBHOOK_EVENTS, LEAD_WEBHOOK_HEADER } = getSettings();
  if (!LEAD_WEBHOOK_URL) return [];
  return [
    {
      id: null,
      url: new URL(LEAD_WEBHOOK_URL).origin,
      events: LEAD_WEBHOOK_EVENTS,
      header: LEAD_WEBHOOK_HEADER?.split(':')[0] ?? null,
      active: true,
      waiting: countWaitingTo(null),
      from_settings: true,
    },
  ];
}

/** Destinations that a token made. */
export function listWebhooksOf(makerId: string): Webhook[] {
  const listed = selectListed().all({ now: new Date().toISOString() });
  return listed.filter(({ maker_id }) => maker_id === makerId).map(toWebhook);
}

function toWebhook({ host: _host, maker_id: _id, header_name, events, ...row }: ListedRow): Webhook {
  return {
    ...row,
    events: readEvents(events),
    header: header_name,
    by_program: row.by_program === 1,
    active: row.paused_at === null && row.rests_since === null,
    waiting: countWaitingTo(row.id),
    from_settings: false,
  };
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
    const known = selectListed().all({ now: '' });
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

/**
 * Changes the given fields. Moving to another origin drops the header, so that nobody learns it that way.
 * @throws {AppError} `not_found`; `invalid` for an address that must not be called or is taken.
 */
export async function changeWebhook(
  id: number,
  { url, events, header, active }: ChangeWebhook,
  actor: Actor,
): Promise<Webhook> {
  requireDestination(id);
  if (url !== undefined) await requireCallable(url);
  const webhook = await inSharedTransaction(() => {
    const before = requireDestination(id);
    const now = new Date().toISOString();
    if (url !== undefined && url !== before.url) {
      requireFree(url, selectListed().all({ now: '' }), id);
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
  if (active === true) retryInBackground('webhook', id);
  return webhook;
}

/** Returns another secret; former ones sign until they expire. Throws AppError `not_found`; `conflict` if too many. */
export function rotateSecret(id: number, actor: Actor): Promise<string> {
  return inSharedTransaction(() => {
    const { host } = requireDestination(id);
    requireFewSecrets(id);
    updateVoucher().run({ id, by: actor.id, now: new Date().toISOString() });
    recordAudit({ type: 'webhook_rotated', actor, to: host });
    return addSecret(id);
  });
}

function requireFewSecrets(id: number): void {
  if (countSecrets(id) >= MAX_SECRETS) throw new AppError('conflict', { message: errors.manySecrets });
}

/** Sends a test message, also to a paused destination. Throws AppError `not_found`; `conflict` if it rests. */
export function testWebhook(id: number): Promise<Delivery> {
  return inSharedTransaction(() => {
    const { rests, paused_at } = requireDestination(id);
    if (rests) throw new AppError('conflict', { message: errors.rests });
    return enqueueTest(id, paused_at !== null);
  });
}

/**
 * Resends all since a day's start in the administrator's zone (see `resendFrom`), to one destination or the settings'.
 * @throws {AppError} `not_found`; `conflict` if the destination is paused or rests; `invalid` for a day that has not come.
 */
export async function resendSince(
  id: number | 'ajustes',
  { from, next }: ResendFrom,
  zone: string,
  actor: Actor,
): Promise<Resent> {
  const host = id === 'ajustes' ? webhookHost() : requireActive(id).host;
  if (host === null) throw new AppError('not_found');
  if (from > dayIn(zone, Date.now())) throw errorAt('from', errors.future);
  if (next === undefined)
    await inSharedTransaction(() => recordAudit({ type: 'webhook_resent', actor, from, to: host }));
  return resendFrom(id === 'ajustes' ? null : id, startOfDay(from, zone), next);
}

function requireDestination(id: number): DestinationRow {
  return requireFound(selectDestination().get({ id }));
}

function requireActive(id: number): DestinationRow {
  const row = requireDestination(id);
  if (row.rests) throw new AppError('conflict', { message: errors.rests });
  if (row.paused_at !== null) throw new AppError('conflict', { message: errors.paused });
  return row;
}

/** The destination as administrators see it. Throws AppError `not_found`. */
export function findWebhook(id: number): Webhook {
  return toWebhook(requireFound(selectOneListed().get({ id, now: new Date().toISOString() })));
}

/** Two destinations with one address would get everything twice. Also stops a double press. */
function requireFree(url: string, known: readonly ListedRow[], ownId?: number): void {
  const called = addressCalled(url);
  if (!known.some((one) => one.id !== ownId && addressCalled(one.url) === called)) return;
  throw errorAt('url', errors.taken);
}

/** A fragment is never sent. */
function addressCalled(text: string): string {
  const url = new URL(text);
  url.hash = '';
  return url.href;
}

function setHeader(id: number, text: string): void {
  const { name, value } = readHeader(text);
  updateHeader().run({ id, header_name: name, header_box: sealHeader(id, value) });
}

function clearHeader(id: number): void {
  updateHeader().run({ id, header_name: null, header_box: null });
}

import { CHANGEABLE } from '~/shared/leads/fields';
import { type ChangedLead, type Lead, pick } from '~/shared/leads/lead';
import type { LeadChanges, UpdateLead } from '~/shared/leads/schema';
import { isWaiting } from '~/shared/leads/waiting';
import { joinErrors, leadErrors } from '~/shared/strings/lead/errors';
import { AppError, errorAt } from '../app-error';
import { query } from '../database/connection';
import { inSharedTransaction } from '../database/group-commit';
import { announceWins } from '../notices/lead-notices';
import { restartTimer } from '../notices/response-timers/response-timers';
import { type GivenChanges, requireUnchanged, settleFollowUp } from './change-rules';
import { lastEventId, recordEvent } from './history/events';
import { requireMatchingEtag } from './lead-etag';
import { assignFields, selectLead, updateLeadStatus } from './lead-queries';
import { enqueueLeadUpdated } from './lead-webhook';
import { selectFirstSent } from './messages/message-queries';
import { canClaim, wouldClaim } from './owners/owners';
import { type PersonKeys, personKeys } from './same-person/contact-keys';

/** The live lead with this id; null if there is none or it is in the trash. */
export function lookUpLead(id: number): Lead | null {
  return selectLead().get({ id }) ?? null;
}

const selectJoinedInto = query<[{ id: number }], { joined_into: number; nombre: string }>(
  `SELECT leads.joined_into, stays.nombre FROM leads JOIN leads AS stays ON stays.id = leads.joined_into
   WHERE leads.id = :id AND leads.joined_into IS NOT NULL`,
);

/** @throws {AppError} `not_found` if there is no such lead, or it is in the trash. */
export function findLead(id: number): Lead {
  // Read first: a lead that another process restores meanwhile is not gone as of its restoration.
  const asOf = lastEventId();
  const lead = lookUpLead(id);
  if (lead) return lead;
  const joined = selectJoinedInto().get({ id });
  throw new AppError('not_found', { asOf, ...(joined && { message: joinErrors.gone(joined.nombre) }) });
}

/** The lead with this id, or the one it was merged into; null if neither is live. */
export function lookUpFollowing(id: number): Lead | null {
  const lead = lookUpLead(id);
  if (lead) return lead;
  const joined = selectJoinedInto().get({ id });
  return joined ? lookUpLead(joined.joined_into) : null;
}

/** `lookUpFollowing`, or throws AppError `not_found`. */
export function findFollowing(id: number): Lead {
  return lookUpFollowing(id) ?? findLead(id);
}

/**
 * Changes the given fields, and records each change with its consequences (`settleFollowUp`). The first change away
 * from `nuevo` sets first_contacted_at. An unowned lead becomes the actor's; if it gets a date, even when they had
 * given it back. `ifMatch`: the versions that may be changed; null: any.
 * @throws {AppError} `not_found`; `invalid`; `precondition_failed`; `conflict`, naming fields that differ from
 * `previous`.
 */
export function changeLead(
  id: number,
  input: UpdateLead,
  actorId: string,
  ifMatch: string | null = null,
): Promise<ChangedLead> {
  return inSharedTransaction(() => {
    if (ifMatch !== null) requireMatchingEtag(findLead(id), ifMatch);
    const { before, saved } = changeLeadInTransaction(id, input, actorId);
    return describeChange(before, saved);
  });
}

/** A lead after one transaction, with the former values of what changed. */
export function describeChange(before: Lead, lead: Lead): ChangedLead {
  const changed = CHANGEABLE.filter((field) => lead[field] !== before[field]);
  return { lead, changed: pick(before, changed) };
}

/**
 * `changeLead` in the caller's transaction. Throws before it writes. A null actor is the CRM itself.
 * `claims`: an unowned lead becomes the actor's, and a win is announced. 'dates', for bulk changes: only a lead that
 * gets a date is claimed, because a dated lead without an owner is on nobody's list of the day.
 * `undoes`: the time of the act that is undone. Undoing the first contact resets `first_contacted_at` to our first
 * message, or to null.
 */
export function changeLeadInTransaction(
  id: number,
  { previous, ...input }: UpdateLead,
  actorId: string | null,
  {
    undoes,
    claims = !undoes,
    sendsWebhooks = true,
  }: { undoes?: string | undefined; claims?: boolean | 'dates'; sendsWebhooks?: boolean } = {},
): { before: Lead; saved: Lead; changed: (keyof LeadChanges)[] } {
  const before = findLead(id);
  const changes = pickGiven(input);
  requireUnchanged(before, changes, pickGiven(previous ?? {}));
  const after = settleFollowUp(before, changes, { isUndo: undoes !== undefined });
  requireReachable(after, changes);
  const isActing = claims === true && CLAIMING_FIELDS.some((field) => after[field] !== before[field]);
  const isClaim =
    actorId !== null &&
    (claims && changes.next_contact_on ? canClaim(before, actorId) : isActing && wouldClaim(before, actorId));
  if (isClaim && changes.owner_id === undefined) after.owner_id = actorId;
  const changed = CHANGEABLE.filter((field) => after[field] !== before[field]);
  if (changed.length === 0) return { before, saved: before, changed };

  const now = new Date().toISOString();
  if (undoes && actorId !== null && after.estado === 'nuevo' && isFirstContact(before, actorId, undoes))
    after.first_contacted_at = selectFirstSent().get({ lead_id: id, created_at: before.created_at })?.at ?? null;
  else if (before.estado === 'nuevo' && after.estado !== 'nuevo') after.first_contacted_at ??= now;
  saveLead(after, before, changed);
  for (const field of changed)
    recordEvent(id, actorId, { type: 'changed', field, from: before[field], to: after[field] }, now);
  if (undoes && changed.includes('estado') && after.estado === 'ganado') restoreWonAt().run({ id, undone: undoes });
  const saved = findLead(id);
  if (sendsWebhooks) enqueueLeadUpdated(saved, before, changed);
  if (claims === true && actorId !== null && changed.includes('estado') && saved.estado === 'ganado')
    announceWins([id], actorId);
  return { before, saved, changed };
}

/** Whether nobody has begun to answer the lead: no contact, no attempt, no note. */
export function isUntouched(lead: Lead): boolean {
  return isWaiting(lead) && lead.notes_count === 0 && lead.attempts.length === 0;
}

/** After an undo, in the caller's transaction: a lead that is untouched again is watched again. */
export function restartTimerIfUntouched(before: Lead, after: Lead): void {
  if (isUntouched(after) && !isUntouched(before)) restartTimer(after.id, new Date().toISOString());
}

/** Records what became of a lead's agency, in the caller's transaction. `before` is the lead as it was. */
export function recordCompanyEvent(
  type: 'company_made' | 'company_deleted' | 'company_restored',
  before: Lead,
  name: string,
  actorId: string,
  at: string,
): void {
  recordEvent(before.id, actorId, { type, to: name }, at);
  enqueueLeadUpdated(findLead(before.id), before, ['company_id', 'company_name']);
}

/** The date of the win that an undo restores: the one before the undone change, not a win made and undone meanwhile. */
const restoreWonAt = query<[{ id: number; undone: string }]>(
  `UPDATE leads SET won_at = coalesce(CASE WHEN former_won_at <= :undone THEN former_won_at END, (
     SELECT max(created_at) FROM lead_events
     WHERE lead_id = :id AND field = 'estado' AND to_value = 'ganado' AND created_at < :undone
   )) WHERE id = :id`,
);

/** People must keep an email, a number, or Meta's id: a lead nobody can reach is no lead. */
function requireReachable({ email, whatsapp, whatsapp_user_id }: Lead, changes: GivenChanges): void {
  if (email || whatsapp || whatsapp_user_id) return;
  throw errorAt(changes.email === undefined ? 'whatsapp' : 'email', leadErrors.required);
}

/** Fields of the follow-up, after the first contact. */
const FOLLOW_UP = [
  'owner_id',
  'next_contact_on',
  'next_contact_at',
  'plan',
  'billing',
  'lost_reason',
] as const satisfies readonly (keyof LeadChanges)[];

/** Rewrites only the indexes that hold a follow-up field. */
const updateFollowUp = query<[Pick<Lead, 'id' | (typeof FOLLOW_UP)[number]>]>(
  `UPDATE leads SET ${assignFields(FOLLOW_UP)} WHERE id = :id AND deleted_at IS NULL`,
);

const updateLead = query<[Lead & PersonKeys]>(
  `UPDATE leads SET ${assignFields([...CHANGEABLE, 'first_contacted_at', 'email_key', 'phone_key'])}
   WHERE id = :id AND deleted_at IS NULL`,
);

/** Picks the narrowest UPDATE: SQLite rewrites the indexes of every column that a statement names, changed or not. */
function saveLead(after: Lead, before: Lead, changed: (keyof LeadChanges)[]): void {
  if (changed.every((field) => field === 'estado')) {
    updateLeadStatus().run(pick(after, ['id', 'estado', 'first_contacted_at']));
  } else if (changed.every((field) => FOLLOW_UP.some((name) => name === field))) {
    updateFollowUp().run(pick(after, ['id', ...FOLLOW_UP]));
  } else {
    const keys = personKeys(after);
    const isSameNumber = after.whatsapp === before.whatsapp && after.pais === before.pais;
    updateLead().run({ ...after, ...keys, ...(isSameNumber && { phone_key: before.phone_key }) });
  }
}

/** Changes that count as working a lead and so claim it. Corrections do not. */
const CLAIMING_FIELDS = ['estado', 'next_contact_on', 'next_contact_at', 'plan', 'lost_reason'] as const;

function pickGiven(changes: LeadChanges): GivenChanges {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}

/** Whether a user confirmed at this moment that they reached the lead by a channel opened at `opened_at`. */
const selectConfirmation = query<
  [{ lead_id: number; actor_id: string; created_at: string; opened_at: string | null }],
  { id: number }
>(
  `SELECT id FROM lead_events
   WHERE lead_id = :lead_id AND created_at = :created_at AND type IN ('contact_confirmed', 'call_ended')
     AND actor_id = :actor_id AND EXISTS (
       SELECT 1 FROM lead_events AS opening WHERE opening.lead_id = :lead_id AND opening.created_at = :opened_at
         AND opening.actor_id = :actor_id AND opening.type IN ('whatsapp_opened', 'call_started', 'email_opened'))`,
);

/** Whether the user's act at this moment made the first contact. A confirmed attempt dates from its opening. */
function isFirstContact(lead: Lead, actor_id: string, created_at: string): boolean {
  if (lead.first_contacted_at === created_at) return true;
  const opened_at = lead.first_contacted_at;
  return selectConfirmation().get({ lead_id: lead.id, actor_id, created_at, opened_at }) !== undefined;
}

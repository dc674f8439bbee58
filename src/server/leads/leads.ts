import type { ChangedLead } from '~/shared/leads/answers/leads';
import { isWaiting } from '~/shared/leads/filters';
import { LEAD_STATUSES, type Lead } from '~/shared/leads/lead';
import type { LeadChanges, UpdateLead } from '~/shared/leads/schema';
import { joinErrors } from '~/shared/strings/lead/join-errors';
import { leadErrors } from '~/shared/strings/lead-errors';
import { AppError } from '../app-error';
import { inSharedTransaction } from '../database/group-commit';
import { watchAgain } from '../notices/arrivals';
import { tellWon } from '../notices/wins';
import { type GivenChanges, requireUnchanged } from './conflicts';
import { personKeys } from './contact-keys';
import { selectConfirmation } from './event-queries';
import { lastEventId, recordEvent } from './events';
import { CHANGEABLE, FOLLOW_UP, settleFollowUp } from './follow-up';
import { giveWonBack, selectLead, updateFollowUp, updateLead, updateLeadStatus } from './lead-queries';
import { requireVersion } from './lead-tag';
import { enqueueLeadUpdated } from './lead-webhook';
import { wouldTake } from './owners';
import { selectJoinedInto } from './person/join-queries';

/** The lead with this id, or null if there is none or it is in the trash. */
export function lookUpLead(id: number): Lead | null {
  return selectLead().get({ id }) ?? null;
}

/** @throws {AppError} `not_found` if there is no such lead, or it is in the trash. */
export function findLead(id: number): Lead {
  const lead = lookUpLead(id);
  if (lead) return lead;
  // Read again, because another process may restore the lead between the first read and this line.
  const asOf = lastEventId();
  const returned = lookUpLead(id);
  if (returned) return returned;
  const joined = selectJoinedInto().get({ id });
  throw new AppError('not_found', { asOf, ...(joined && { message: joinErrors.gone(joined.nombre) }) });
}

/** The lead with this id, or the one that it was joined into; null where neither stands. */
export function lookUpFollowing(id: number): Lead | null {
  const lead = lookUpLead(id);
  if (lead) return lead;
  const joined = selectJoinedInto().get({ id });
  return joined ? lookUpLead(joined.joined_into) : null;
}

/** The same. @throws {AppError} `not_found` */
export function findFollowing(id: number): Lead {
  return lookUpFollowing(id) ?? findLead(id);
}

/**
 * Changes the given fields and records each change, and what follows from it (`settleFollowUp`). The first change away
 * from `nuevo` sets first_contacted_at, once. A lead that nobody has becomes the caller's. `ifMatch`: which versions of it may
 * be changed; null: any.
 * @throws {AppError} `not_found`; `invalid`; `precondition_failed`; `conflict`, naming the fields that no longer have their value
 * in `previous`.
 */
export function changeLead(
  id: number,
  input: UpdateLead,
  actorId: string,
  ifMatch: string | null = null,
): Promise<ChangedLead> {
  return inSharedTransaction(() => {
    if (ifMatch !== null) requireVersion(findLead(id), ifMatch);
    const { before, saved } = changeLeadNow(id, input, actorId);
    return describeChange(before, saved);
  });
}

/** A lead after what was done in one transaction, and what that changed. */
export function describeChange(before: Lead, lead: Lead): ChangedLead {
  const changed = CHANGEABLE.filter((field) => lead[field] !== before[field]);
  return { lead, changed: pick(before, changed) };
}

/**
 * The same in the caller's transaction. Nothing is written before it throws. Of a lead that is one of many, `takes` is
 * false: nobody begins to work all of them. `tells`: whether the workflow hears of it. `undoes`: it takes back
 * what the caller did at that moment, and with it the first contact where that counted as one.
 */
export function changeLeadNow(
  id: number,
  { previous, ...input }: UpdateLead,
  actorId: string,
  {
    undoes,
    takes = !undoes,
    tells = true,
  }: { undoes?: string | undefined; takes?: boolean; tells?: boolean } = {},
): { before: Lead; saved: Lead; changed: (keyof LeadChanges)[] } {
  const before = findLead(id);
  const changes = pickGiven(input);
  requireUnchanged(before, changes, pickGiven(previous ?? {}));
  const after = settleFollowUp(before, changes, { isUndo: undoes !== undefined });
  requireReachable(after, changes);
  const isActing = takes && ACTS.some((field) => after[field] !== before[field]);
  if (isActing && changes.owner_id === undefined && wouldTake(before, actorId)) after.owner_id = actorId;
  const changed = CHANGEABLE.filter((field) => after[field] !== before[field]);
  if (changed.length === 0) return { before, saved: before, changed };

  const now = new Date().toISOString();
  if (undoes && after.estado === 'nuevo' && isFirstContact(before, actorId, undoes))
    after.first_contacted_at = null;
  else if (before.estado === 'nuevo' && after.estado !== 'nuevo') after.first_contacted_at ??= now;
  const saved = save(after, before, changed);
  if (!saved) throw new AppError('not_found');
  for (const field of changed) {
    const event = { type: 'changed', field, from: before[field], to: saved[field] } as const;
    saved.as_of = recordEvent(id, actorId, event, now);
  }
  saved.last_activity_at = now;
  if (changed.includes('estado')) saved.won_at = wonAt(saved, now, undoes);
  // The row was read before its event.
  saved.reached = LEAD_STATUSES.filter(
    (status) => before.reached?.includes(status) || status === saved.estado,
  );
  if (tells) enqueueLeadUpdated(saved, before, changed);
  if (takes && changed.includes('estado') && saved.estado === 'ganado') tellWon([id], actorId);
  return { before, saved, changed };
}

/** Whether nobody has begun to answer it: it was not contacted, nobody has tried, and no note says anything of it. */
export function isUntouched(lead: Lead): boolean {
  return isWaiting(lead) && lead.notes_count === 0 && lead.attempts.length === 0;
}

/** After something was undone, in the caller's transaction: one that nobody has begun to answer any more is watched again. */
export function watchUntouched(before: Lead, after: Lead): void {
  if (isUntouched(after) && !isUntouched(before)) watchAgain(after.id, new Date().toISOString());
}

/**
 * Tells what became of a lead's agency, in the caller's transaction: its history, open panels and the workflow. `before`: the
 * lead as it was.
 */
export function noteCompany(
  type: 'company_made' | 'company_deleted' | 'company_restored',
  before: Lead,
  name: string,
  actorId: string,
  at: string,
): void {
  recordEvent(before.id, actorId, { type, to: name }, at);
  enqueueLeadUpdated(findLead(before.id), before, ['company_id', 'company_name']);
}

/** When a lead was won that has got its status at this moment; `undoes`: by taking back what was done at that one. */
function wonAt({ id, estado }: Lead, now: string, undoes: string | undefined): string | null {
  if (estado !== 'ganado') return null;
  return undoes ? (giveWonBack().get({ id, undone: undoes })?.won_at ?? null) : now;
}

/** By hand, a lead without an email keeps a number: what nobody can reach is no lead. */
function requireReachable({ email, whatsapp }: Lead, changes: GivenChanges): void {
  if (email || whatsapp) return;
  const message = leadErrors.required;
  const field = changes.email === undefined ? 'whatsapp' : 'email';
  throw new AppError('invalid', { message, fields: { [field]: message } });
}

/** Writes only what changed, because each column that is named costs the indexes that hold it. */
function save(after: Lead, before: Lead, changed: (keyof LeadChanges)[]): Lead | undefined {
  const isStatusOnly = changed.every((field) => field === 'estado');
  if (isStatusOnly) return updateLeadStatus().get(pick(after, ['id', 'estado', 'first_contacted_at']));
  const isFollowUpOnly = changed.every((field) => FOLLOW_UP.some((name) => name === field));
  if (isFollowUpOnly) return updateFollowUp().get(pick(after, ['id', ...FOLLOW_UP]));
  const {
    source,
    created_at,
    notes_count,
    owner_name,
    greeting,
    company_id,
    company_name,
    last_activity_at,
    won_at,
    reached,
    calls,
    import_id,
    attempts,
    duplicates,
    joined,
    as_of,
    ...fields
  } = after;
  const keys = personKeys(after);
  const isSameNumber = after.whatsapp === before.whatsapp && after.pais === before.pais;
  updateLead().run({ ...fields, ...keys, ...(isSameNumber && { phone_key: before.phone_key }) });
  return selectLead().get({ id: after.id });
}

/** What counts as having begun to work a lead; correcting its data does not. */
const ACTS = ['estado', 'next_contact_on', 'next_contact_at', 'plan', 'lost_reason'] as const;

function pickGiven(changes: LeadChanges): GivenChanges {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}

function pick<Name extends keyof Lead>(lead: Lead, names: readonly Name[]): Pick<Lead, Name> {
  return Object.fromEntries(names.map((name) => [name, lead[name]])) as Pick<Lead, Name>;
}

/** Whether what a user did at this moment counted as the lead's first contact: their own answer counts from when it was opened. */
function isFirstContact(lead: Lead, actor_id: string, created_at: string): boolean {
  if (lead.first_contacted_at === created_at) return true;
  const opened_at = lead.first_contacted_at;
  return selectConfirmation().get({ lead_id: lead.id, actor_id, created_at, opened_at }) !== undefined;
}

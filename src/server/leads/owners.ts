import type { Colleague } from '~/shared/accounts/member';
import { arrivesByItself, type Lead } from '~/shared/leads/lead';
import { followUpErrors } from '~/shared/strings/follow-up-errors';
import { AppError } from '../app-error';
import { workInSlices } from '../database/slices';
import { withoutTouching } from '../notices/arrivals';
import type { PersonKeys } from './contact-keys';
import { recordEvent } from './events';
import { selectLead } from './lead-queries';
import { enqueueLeadUpdated } from './lead-webhook';
import {
  selectColleague,
  selectColleagueByEmail,
  selectLastOwnerChange,
  selectLeadsOf,
  selectLeavers,
  selectNextInTurn,
  selectOwnerByEmail,
  selectOwnerByPhone,
  selectStaff,
  updateHiddenOwner,
  updateLastGiven,
  updateOwner,
} from './owner-queries';

/** How many leads change hands in one step of a slice. */
const HANDED_AT_ONCE = 10;

/** Everybody who may have leads, by name. */
export function listStaff(): Colleague[] {
  return selectStaff()
    .all()
    .map(({ takes_leads, ...row }) => ({ ...row, takes_leads: takes_leads === 1 }))
    .sort((a, b) => a.name.localeCompare(b.name, 'es') || (a.id < b.id ? -1 : 1));
}

/** Whether somebody of the staff has this id, and has not left. */
export function mayHaveLeads(id: string): boolean {
  return selectColleague().get({ id }) !== undefined;
}

/** @throws {AppError} `invalid`, naming `field`, for somebody who left or never belonged to the staff. */
export function requireColleague(id: string, field = 'owner_id'): void {
  if (!selectColleague().get({ id })) throw noColleague(field);
}

/** The id of who may have leads and has this email. @throws {AppError} `invalid`, naming `owner_email`. */
export function findColleague(email: string): string {
  const found = selectColleagueByEmail().get({ email });
  if (!found) throw noColleague('owner_email');
  return found.id;
}

function noColleague(field: string): AppError {
  const message = followUpErrors.ownerInvalid;
  return new AppError('invalid', { message, fields: { [field]: message } });
}

/**
 * Whether a lead becomes this person's by what they do with it: nobody has it, and it was not theirs until they gave it
 * back. A program has no leads.
 */
export function wouldTake(lead: Lead, userId: string): boolean {
  if (lead.owner_id !== null || !mayHaveLeads(userId)) return false;
  const last = selectLastOwnerChange().get({ lead_id: lead.id });
  return !(last && last.actor_id === userId && last.from_value === userId && last.to_value === null);
}

/** Gives a lead that nobody has to whoever has begun to work it, in the caller's transaction. */
export function takeLead(lead: Lead, userId: string, at: string): Lead {
  return wouldTake(lead, userId) ? changeOwner(lead, userId, userId, at) : lead;
}

function changeOwner(lead: Lead, owner_id: string | null, actorId: string | null, at: string): Lead {
  const saved = updateOwner().get({ id: lead.id, owner_id });
  if (!saved) throw new AppError('not_found');
  const change = { type: 'changed', field: 'owner_id', from: lead.owner_id, to: owner_id } as const;
  saved.as_of = recordEvent(lead.id, actorId, change, at);
  saved.last_activity_at = at;
  enqueueLeadUpdated(saved, lead, ['owner_id']);
  return saved;
}

type Newcomer = PersonKeys & { source: string; import_id?: null };

/**
 * Who gets a lead that came: whoever let it in, if they are among those who get leads; a person who has written before goes
 * to who had them; everybody else in turn. Nobody, where nobody gets leads.
 */
export function chooseOwner(lead: Newcomer, makerId: string | null): { id: string; isTurn: boolean } | null {
  const next = selectNextInTurn().get();
  if (!next) return null;
  if (makerId && selectColleague().get({ id: makerId })?.takes_leads) return { id: makerId, isTurn: false };
  const former = arrivesByItself(lead) ? findFormerOwner(lead) : undefined;
  return former ? { id: former.id, isTurn: false } : { id: next.id, isTurn: true };
}

function findFormerOwner({ email_key, phone_key }: Newcomer): { id: string } | undefined {
  return (
    (email_key === null ? undefined : selectOwnerByEmail().get({ key: email_key })) ??
    (phone_key === null ? undefined : selectOwnerByPhone().get({ key: phone_key }))
  );
}

/** Sends whoever got this lead in turn to the end of the queue. */
export function noteTurn(id: string, leadId: number): void {
  updateLastGiven().run({ id, lead_id: leadId });
}

/**
 * Gives all leads of somebody who left to a colleague, or back to nobody, in slices; what an interruption leaves is given
 * back by `giveBackLeadsOfLeavers`. An enquiry that they had not touched is told again all the same. Returns how many.
 */
export function handOverLeads(from: string, to: string | null, actorId: string | null): Promise<number> {
  return workInSlices(() => {
    const now = new Date().toISOString();
    const leads = selectLeadsOf().all({ owner_id: from, limit: HANDED_AT_ONCE });
    for (const { id } of leads) {
      const lead = selectLead().get({ id });
      if (lead) withoutTouching(id, () => changeOwner(lead, to, actorId, now));
      else updateHiddenOwner().run({ id, owner_id: to });
    }
    return leads.length;
  });
}

/** Gives back what somebody who left still has, because handing it over was interrupted. Returns how many. */
export async function giveBackLeadsOfLeavers(): Promise<number> {
  let sum = 0;
  for (const { id } of selectLeavers().all()) sum += await handOverLeads(id, null, null);
  return sum;
}

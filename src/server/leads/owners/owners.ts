import type { Colleague } from '~/shared/accounts/member';
import type { Lead } from '~/shared/leads/lead';
import { isInbound } from '~/shared/leads/waiting';
import { followUpErrors } from '~/shared/strings/lead/follow-up-errors';
import { errorAt, requireFound } from '../../app-error';
import { query } from '../../database/connection';
import { workInSlices } from '../../database/slices';
import { withoutStoppingTimer } from '../../notices/response-timers/response-timers';
import { recordEvent } from '../history/events';
import { selectLead } from '../lead-queries';
import { enqueueLeadUpdated } from '../lead-webhook';
import type { PersonKeys } from '../same-person/contact-keys';

const LEADS_PER_STEP = 10;

/** Only the provider's own active staff may own leads. */
export const ACTIVE_STAFF = "profiles.status = 'active' AND profiles.company_id IS NULL";

const selectStaff = query<[], Omit<Colleague, 'takes_leads'> & { takes_leads: 0 | 1 }>(
  `SELECT id, name, takes_leads FROM profiles INDEXED BY profiles_by_status
   WHERE ${ACTIVE_STAFF}`,
);

/** Everybody who may own leads, by name. */
export function listStaff(): Colleague[] {
  return selectStaff()
    .all()
    .map(({ takes_leads, ...row }) => ({ ...row, takes_leads: takes_leads === 1 }))
    .sort((a, b) => a.name.localeCompare(b.name, 'es') || (a.id < b.id ? -1 : 1));
}

/** No row: may not own leads. `takes_leads`: is in the rotation for new ones. */
export const selectColleague = query<[{ id: string }], { takes_leads: 0 | 1 }>(
  `SELECT takes_leads FROM profiles WHERE id = :id AND ${ACTIVE_STAFF}`,
);

/** Whether this is an active member of the staff. */
export function canOwnLeads(id: string): boolean {
  return selectColleague().get({ id }) !== undefined;
}

/** @throws {AppError} `invalid`, naming `field`, for somebody who left or never belonged to the staff. */
export function requireColleague(id: string, field = 'owner_id'): void {
  if (!selectColleague().get({ id })) throw noColleague(field);
}

const selectColleagueByEmail = query<[{ email: string }], { id: string }>(
  `SELECT profiles.id FROM users JOIN profiles ON profiles.id = users.id WHERE email = :email AND ${ACTIVE_STAFF}`,
);

/** Id of the active colleague with this email. Throws AppError `invalid`, naming `owner_email`. */
export function findColleague(email: string): string {
  const found = selectColleagueByEmail().get({ email });
  if (!found) throw noColleague('owner_email');
  return found.id;
}

const noColleague = (field: string) => errorAt(field, followUpErrors.ownerInvalid);

/** Whether this person can claim the lead: it is unowned. Programs own no leads. */
export function canClaim(lead: Lead, userId: string): boolean {
  return lead.owner_id === null && canOwnLeads(userId);
}

const selectLastOwnerChange = query<
  [{ lead_id: number }],
  { actor_id: string | null; from_value: string | null; to_value: string | null }
>(
  `SELECT actor_id, from_value, to_value FROM lead_events WHERE lead_id = :lead_id AND type = 'changed' AND field = 'owner_id'
   ORDER BY created_at DESC, id DESC LIMIT 1`,
);

/** Whether acting on a lead claims it: this person can, and has not given it back. */
export function wouldClaim(lead: Lead, userId: string): boolean {
  if (!canClaim(lead, userId)) return false;
  const last = selectLastOwnerChange().get({ lead_id: lead.id });
  return !(last && last.actor_id === userId && last.from_value === userId && last.to_value === null);
}

/** Lets whoever works an unowned lead claim it, in the caller's transaction. */
export function claimIfUnowned(lead: Lead, userId: string, at: string): Lead {
  return wouldClaim(lead, userId) ? changeOwner(lead, userId, userId, at) : lead;
}

const updateOwner = query<[{ id: number; owner_id: string | null }]>(
  'UPDATE leads SET owner_id = :owner_id WHERE id = :id AND deleted_at IS NULL',
);

function changeOwner(lead: Lead, owner_id: string | null, actorId: string | null, at: string): Lead {
  updateOwner().run({ id: lead.id, owner_id });
  recordEvent(lead.id, actorId, { type: 'changed', field: 'owner_id', from: lead.owner_id, to: owner_id }, at);
  const saved = requireFound(selectLead().get({ id: lead.id }));
  enqueueLeadUpdated(saved, lead, ['owner_id']);
  return saved;
}

/** Some leads of a person, also in the trash. */
const selectLeadsOf = query<[{ owner_id: string; limit: number }], { id: number }>(
  'SELECT id FROM leads INDEXED BY leads_by_owner WHERE owner_id = :owner_id LIMIT :limit',
);

/** Reassigns a lead in the trash. No event: nobody sees it there. */
const updateHiddenOwner = query<[{ id: number; owner_id: string | null }]>(
  'UPDATE leads SET owner_id = :owner_id WHERE id = :id AND deleted_at IS NOT NULL',
);

/**
 * Reassigns a leaver's leads to a colleague or nobody, in slices; returns how many. If interrupted,
 * `releaseLeadsOfLeavers` finishes. No enquiry counts as touched by that, so reminders go on.
 */
export function handOverLeads(from: string, to: string | null, actorId: string | null): Promise<number> {
  return workInSlices(() => {
    const now = new Date().toISOString();
    const leads = selectLeadsOf().all({ owner_id: from, limit: LEADS_PER_STEP });
    for (const { id } of leads) {
      const lead = selectLead().get({ id });
      if (lead) withoutStoppingTimer(id, () => changeOwner(lead, to, actorId, now));
      else updateHiddenOwner().run({ id, owner_id: to });
    }
    return leads.length;
  });
}

/** People who still own leads but no longer may. */
const selectLeavers = query<[], { id: string }>(
  `SELECT id FROM profiles INDEXED BY profiles_by_status
   WHERE status IN ('pending', 'suspended', 'disabled') AND company_id IS NULL
     AND EXISTS (SELECT 1 FROM leads INDEXED BY leads_by_owner WHERE owner_id = profiles.id)`,
);

/** Releases leads that an interrupted handover left with somebody who has gone. Returns how many. */
export async function releaseLeadsOfLeavers(): Promise<number> {
  let sum = 0;
  for (const { id } of selectLeavers().all()) sum += await handOverLeads(id, null, null);
  return sum;
}

type IncomingLead = PersonKeys & { source: string; import_id?: null };

const selectNextInRotation = query<[], { id: string }>(
  `SELECT id FROM profiles INDEXED BY profiles_in_turn WHERE takes_leads = 1 AND ${ACTIVE_STAFF}
   ORDER BY last_given_lead, id LIMIT 1`,
);

/**
 * Owner of a new lead: whoever entered it, if in the rotation; for a person who wrote before, their former owner;
 * otherwise whoever has waited longest in the rotation. Null if the rotation is empty.
 */
export function chooseOwner(lead: IncomingLead, creatorId: string | null): { id: string; isRotated: boolean } | null {
  const next = selectNextInRotation().get();
  if (!next) return null;
  if (creatorId && selectColleague().get({ id: creatorId })?.takes_leads) return { id: creatorId, isRotated: false };
  const former = isInbound(lead) ? findFormerOwner(lead) : undefined;
  return former ? { id: former.id, isRotated: false } : { id: next.id, isRotated: true };
}

const formerOwner = (column: 'email_key' | 'phone_key') =>
  query<[{ key: string }], { id: string }>(
    `SELECT owner_id AS id FROM leads JOIN profiles ON profiles.id = owner_id
     WHERE ${column} = :key AND deleted_at IS NULL AND ${ACTIVE_STAFF} ORDER BY leads.id DESC LIMIT 1`,
  );

/** Owner of the last lead with the same email, or phone. */
const selectOwnerByEmail = formerOwner('email_key');

const selectOwnerByPhone = formerOwner('phone_key');

function findFormerOwner({ email_key, phone_key }: IncomingLead): { id: string } | undefined {
  return (
    (email_key === null ? undefined : selectOwnerByEmail().get({ key: email_key })) ??
    (phone_key === null ? undefined : selectOwnerByPhone().get({ key: phone_key }))
  );
}

const updateLastGiven = query<[{ id: string; lead_id: number }]>(
  'UPDATE profiles SET last_given_lead = :lead_id WHERE id = :id',
);

/** Moves the owner of this lead to the end of the rotation. */
export function moveToEndOfRotation(id: string, leadId: number): void {
  updateLastGiven().run({ id, lead_id: leadId });
}

const selectOwnerName = query<[{ id: string }], { name: string }>('SELECT name FROM profiles WHERE id = :id');

/** Names of owners by id; deleted accounts are left out. */
export function readOwnerNames(ids: string[]): Map<string, string> {
  return new Map(
    ids.flatMap((id) => {
      const name = selectOwnerName().get({ id })?.name;
      return name === undefined ? [] : [[id, name] as const];
    }),
  );
}

/** Leads overdue per owner; '' is nobody. */
const selectOverdueTotals = query<[{ today: string }], { owner: string; total: number }>(
  `SELECT coalesce(owner_id, '') AS owner, count(*) AS total FROM leads INDEXED BY leads_by_next_contact
   WHERE deleted_at IS NULL AND next_contact_on IS NOT NULL AND next_contact_on < :today GROUP BY 1`,
);

/** Leads overdue on a day, per owner; '' is nobody. */
export function countOverdue(today: string): Map<string, number> {
  return new Map(
    selectOverdueTotals()
      .all({ today })
      .map(({ owner, total }) => [owner, total]),
  );
}

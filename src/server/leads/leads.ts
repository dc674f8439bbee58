import { countryName, type Enquiry } from '~/shared/enquiries/schema';
import type { ChangedLead } from '~/shared/leads/answers/leads';
import { isWaiting } from '~/shared/leads/filters';
import { LEAD_STATUSES, type Lead } from '~/shared/leads/lead';
import type { CreateLead, LeadChanges, UpdateLead } from '~/shared/leads/schema';
import { joinErrors } from '~/shared/strings/lead/join-errors';
import { AppError } from '../app-error';
import { makeOnce, type Press } from '../creations/creations';
import { inSharedTransaction } from '../database/group-commit';
import { noteEnquiry, watchAgain } from '../notices/arrivals';
import { type GivenChanges, pickUntouched, requireUnchanged } from './conflicts';
import { emailKey, phoneKey } from './contact-keys';
import { type StatusChange, selectConfirmation, selectLastStatusChange } from './event-queries';
import { lastEventId, recordEvent } from './events';
import { CHANGEABLE, FOLLOW_UP, settleFollowUp } from './follow-up';
import {
  insertLead,
  selectLead,
  selectLeadBySubmission,
  updateFollowUp,
  updateLead,
  updateLeadStatus,
} from './lead-queries';
import { enqueueLeadCreated, enqueueLeadUpdated } from './lead-webhook';
import { chooseOwner, noteTurn, wouldTake } from './owners';
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
 * Makes a lead by hand, with its first event and its webhook, in one transaction; a repeated press makes no second one.
 * One that a program makes has come to the team like an enquiry: it goes in turn, and is told.
 * @throws {AppError} `already_made`; `not_found` if the lead of a repeated press is gone.
 */
export function createLead(input: CreateLead, press: Press): Promise<Lead> {
  const content: LeadContent = {
    ...input,
    pais: input.pais ?? null,
    client_type: input.client_type ?? null,
    source: press.isProgram ? 'api' : 'crm_manual',
    submission_id: null,
  };
  function make(): Lead {
    const lead = addLead(content, press.userId);
    if (press.isProgram) noteEnquiry(lead.id, null, new Date().toISOString());
    return lead;
  }
  return inSharedTransaction(() => makeOnce(press, 'lead', content, { make, find: findFollowing }));
}

/** The lead that was made of a submission, also if it is in the trash, or null. */
export function findLeadBySubmission(submissionId: string): { id: number; created_at: string } | null {
  return selectLeadBySubmission().get({ submission_id: submissionId }) ?? null;
}

/** Makes the lead of a website enquiry, in the caller's transaction, and returns its id. */
export function addLeadFromEnquiry(enquiry: Enquiry, submissionId: string): number {
  const { id } = addLead(
    {
      nombre: enquiry.nombre,
      email: enquiry.email,
      whatsapp: enquiry.telefono,
      pais: countryName(enquiry.pais),
      client_type: null,
      mensaje: enquiry.mensaje,
      empresa: null,
      source: 'landing',
      submission_id: submissionId,
    },
    null,
  );
  noteEnquiry(id, null, new Date().toISOString());
  return id;
}

/** Makes the lead of an enquiry that was set aside, in the caller's transaction. */
export function addLeadFromSetAside(
  content: Pick<LeadContent, 'nombre' | 'email' | 'whatsapp' | 'pais' | 'mensaje'>,
  arrival: { submissionId: string; receivedAt: string },
  actorId: string,
): Lead {
  const lead = addLead(
    {
      ...content,
      client_type: null,
      empresa: null,
      source: 'landing',
      submission_id: arrival.submissionId,
    },
    actorId,
    arrival.receivedAt,
  );
  noteEnquiry(lead.id, actorId, new Date().toISOString());
  return lead;
}

type LeadContent = Pick<
  Lead,
  'nombre' | 'email' | 'whatsapp' | 'pais' | 'client_type' | 'mensaje' | 'empresa' | 'source'
> & { submission_id: string | null };

function addLead(
  content: LeadContent,
  actorId: string | null,
  createdAt: string = new Date().toISOString(),
): Lead {
  const keys = {
    email_key: emailKey(content.email),
    phone_key: phoneKey(content.whatsapp, content.pais),
  };
  const owner = chooseOwner({ ...keys, source: content.source }, actorId);
  const made = insertLead().get({ ...content, ...keys, created_at: createdAt, owner_id: owner?.id ?? null });
  if (!made) throw new Error('insert returned no row');
  const lead = findLead(made.id);
  let as_of = recordEvent(lead.id, actorId, { type: 'created', to: content.source }, createdAt);
  if (owner) {
    const given = { type: 'changed', field: 'owner_id', to: owner.id } as const;
    as_of = recordEvent(lead.id, owner.id === actorId ? actorId : null, given, createdAt);
    if (owner.isTurn) noteTurn(owner.id, lead.id);
  }
  enqueueLeadCreated(lead, content.submission_id);
  return { ...lead, as_of };
}

/**
 * Changes the given fields and records each change, and what follows from it (`settleFollowUp`). The first change away
 * from `nuevo` sets first_contacted_at, once; taking back that same change with `undo` clears it. A lead that nobody has
 * becomes the caller's.
 * @throws {AppError} `not_found`; `invalid`; `conflict`, naming the fields that no longer have their value in `previous`.
 */
export function changeLead(id: number, input: UpdateLead, actorId: string): Promise<ChangedLead> {
  return inSharedTransaction(() => {
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
 * false: nobody begins to work all of them. `tells`: whether the workflow hears of it.
 */
export function changeLeadNow(
  id: number,
  { previous, undo, ...input }: UpdateLead,
  actorId: string,
  { takes = !undo, tells = true } = {},
): { before: Lead; saved: Lead; changed: (keyof LeadChanges)[] } {
  const before = findLead(id);
  const given = pickGiven(input);
  const changes = typeof undo === 'number' ? pickUntouched(before, given, undo, actorId) : given;
  requireUnchanged(before, changes, pickGiven(previous ?? {}));
  const after = settleFollowUp(before, changes);
  const isActing = takes && ACTS.some((field) => after[field] !== before[field]);
  if (isActing && changes.owner_id === undefined && wouldTake(before, actorId)) after.owner_id = actorId;
  const changed = CHANGEABLE.filter((field) => after[field] !== before[field]);
  if (changed.length === 0) return { before, saved: before, changed };

  const now = new Date().toISOString();
  if (undo && isOwnFirstContact(before, after, actorId)) after.first_contacted_at = null;
  else if (before.estado === 'nuevo' && after.estado !== 'nuevo') after.first_contacted_at ??= now;
  const saved = save(after, before, changed);
  if (!saved) throw new AppError('not_found');
  for (const field of changed) {
    const event = { type: 'changed', field, from: before[field], to: saved[field] } as const;
    saved.as_of = recordEvent(id, actorId, event, now);
  }
  if (undo && isUntouched(saved) && !isUntouched(before)) watchAgain(id, now);
  saved.last_activity_at = now;
  // The row was read before its event.
  saved.reached = LEAD_STATUSES.filter(
    (status) => before.reached?.includes(status) || status === saved.estado,
  );
  if (tells) enqueueLeadUpdated(saved, before, changed);
  return { before, saved, changed };
}

/** Whether nobody has begun to answer it: it was not contacted, nobody has tried, and no note says anything of it. */
export function isUntouched(lead: Lead): boolean {
  return isWaiting(lead) && lead.notes_count === 0 && lead.attempts.length === 0;
}

/** Tells that an agency was made of a lead, in the caller's transaction: its history, open panels and the workflow. */
export function noteCompanyMade(lead: Lead, name: string, actorId: string, at: string): void {
  recordEvent(lead.id, actorId, { type: 'company_made', to: name }, at);
  enqueueLeadUpdated(findLead(lead.id), lead, ['company_id', 'company_name']);
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
    reached,
    import_id,
    attempts,
    duplicates,
    joined,
    as_of,
    ...fields
  } = after;
  updateLead().run({
    ...fields,
    email_key: emailKey(after.email),
    phone_key:
      after.whatsapp === before.whatsapp && after.pais === before.pais
        ? before.phone_key
        : phoneKey(after.whatsapp, after.pais),
  });
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

/** Whether the change from `before` to `after` takes back the caller's own change that counted as the first contact. */
function isOwnFirstContact(before: Lead, after: Lead, actorId: string): boolean {
  const last = selectLastStatusChange().get({ lead_id: before.id });
  return (
    last !== undefined &&
    last.actor_id === actorId &&
    last.to_value === before.estado &&
    last.from_value === after.estado &&
    (last.created_at === before.first_contacted_at || isConfirmation(before.id, last))
  );
}

/** Whether a status change came from the answer that the lead was reached, which counts from when it was opened. */
function isConfirmation(lead_id: number, { actor_id, created_at }: StatusChange): boolean {
  return selectConfirmation().get({ lead_id, actor_id, created_at }) !== undefined;
}

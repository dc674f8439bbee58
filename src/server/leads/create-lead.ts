import { type LeadOrigin, NO_ORIGIN, ORIGIN_FIELDS } from '~/shared/enquiries/origin';
import { countryName, type Enquiry } from '~/shared/enquiries/schema';
import { CHANGEABLE, type ChangedName, EMPTY_FIELDS } from '~/shared/leads/fields';
import type { Lead } from '~/shared/leads/lead';
import { planOfTopic } from '~/shared/leads/plans';
import type { CreateLead } from '~/shared/leads/schema';
import { query } from '../database/connection';
import { inSharedTransaction } from '../database/group-commit';
import { createOnce, type Idempotency } from '../idempotency/idempotency';
import { announceLead } from '../notices/new-leads';
import { recordEvent } from './history/events';
import { bindColumn } from './lead-queries';
import { enqueueLeadCreated } from './lead-webhook';
import { changeLeadInTransaction, findFollowing, findLead } from './leads';
import { claimMessages } from './messages/unclaimed';
import { chooseOwner, moveToEndOfRotation, requireColleague } from './owners/owners';
import { type PersonKeys, personKeys } from './same-person/contact-keys';

/**
 * Creates a lead by hand, with its first event, webhook and next contact, in one transaction, once per request. Its
 * creator has spoken with the person, so they own it, and it waits for no first contact unless `waiting`.
 * @throws {AppError} `invalid`; `already_made`; `not_found` if the lead of a repeated request is gone.
 */
export function createLead(input: CreateLead, idempotency: Idempotency): Promise<Lead> {
  const { userId } = idempotency;
  const { owner_id = userId, next_contact_on = null, next_contact_at = null, waiting = false, ...given } = input;
  const content = {
    ...given,
    pais: input.pais ?? null,
    client_type: input.client_type ?? null,
    source: 'crm_manual',
    submission_id: null,
  };
  function make(): Lead {
    if (owner_id !== null) requireColleague(owner_id);
    const owner = owner_id === null ? null : { id: owner_id, isRotated: false };
    const lead = addLead(content, userId, { waiting, owner });
    if (waiting) announceLead(lead.id, userId, lead.created_at);
    if (next_contact_on === null && next_contact_at === null) return lead;
    const planned = { next_contact_on, next_contact_at };
    return changeLeadInTransaction(lead.id, planned, userId, { claims: false }).saved;
  }
  return inSharedTransaction(() =>
    createOnce(idempotency, 'lead', { ...input, ...content }, { make, find: findFollowing }),
  );
}

const selectLeadBySubmission = query<[{ submission_id: string }], { id: number; created_at: string }>(
  'SELECT id, created_at FROM leads WHERE submission_id = :submission_id',
);

/** The lead of a submission, also in the trash, or null. */
export function findLeadBySubmission(submissionId: string): { id: number; created_at: string } | null {
  return selectLeadBySubmission().get({ submission_id: submissionId }) ?? null;
}

/** Creates the lead of a website enquiry, in the caller's transaction. Returns its id. */
export function addLeadFromEnquiry(enquiry: Enquiry, origin: LeadOrigin, submissionId: string): number {
  const { id } = addLead(
    {
      nombre: enquiry.nombre,
      email: enquiry.email,
      whatsapp: enquiry.telefono,
      pais: countryName(enquiry.pais),
      mensaje: enquiry.mensaje,
      source: 'landing',
      submission_id: submissionId,
      ...origin,
    },
    null,
  );
  announceLead(id, null, new Date().toISOString());
  return id;
}

/** Creates the lead of an enquiry that was set aside, in the caller's transaction. */
export function addLeadFromSetAside(
  content: Pick<Lead, 'nombre' | 'email' | 'whatsapp' | 'pais' | 'mensaje'> & LeadOrigin,
  submission: { submissionId: string; receivedAt: string },
  actorId: string,
): Lead {
  const lead = addLead(
    {
      ...content,
      source: 'landing',
      submission_id: submission.submissionId,
    },
    actorId,
    { createdAt: submission.receivedAt },
  );
  announceLead(lead.id, actorId, new Date().toISOString());
  return lead;
}

/** What a caller states of a new lead; the other fields are empty, and its status is `nuevo`. */
type LeadContent = Pick<Lead, 'nombre' | 'email' | 'source'> &
  Partial<LeadOrigin & Pick<Lead, Exclude<ChangedName, 'owner_id'> | 'whatsapp_user_id'>> & {
    submission_id: string | null;
  };

type AddLeadOptions = {
  createdAt?: string;
  /** Owner, if already decided; null: nobody. */
  owner?: { id: string; isRotated: boolean } | null;
  waiting?: boolean;
};

type NewLead = Pick<Lead, ChangedName | 'source' | 'created_at' | 'first_contacted_at'> &
  LeadOrigin &
  PersonKeys & { submission_id: string | null } & Pick<Lead, 'whatsapp_user_id'>;

const NEW_LEAD_COLUMNS: readonly (keyof NewLead)[] = [
  ...CHANGEABLE,
  ...ORIGIN_FIELDS,
  ...(['source', 'submission_id', 'created_at', 'first_contacted_at', 'email_key', 'phone_key'] as const),
  'whatsapp_user_id',
];

/** Read the row afterwards: RETURNING does not show what triggers write. */
const insertLead = query<[NewLead], { id: number }>(
  `INSERT INTO leads (${NEW_LEAD_COLUMNS.join(', ')}, last_activity_at, won_at)
   VALUES (${NEW_LEAD_COLUMNS.map((name) => bindColumn(name)).join(', ')}, :created_at, CASE :estado WHEN 'ganado' THEN :created_at END)
   RETURNING id`,
);

/**
 * Creates a lead, in the caller's transaction, and gives it what we had written to its number. If it is not `waiting`,
 * it was contacted before it came and has no response time. Its history starts now even if it came earlier, so that
 * programs polling for changes see it.
 */
export function addLead(
  content: LeadContent,
  actorId: string | null,
  { createdAt, owner: stated, waiting = true }: AddLeadOptions = {},
): Lead {
  const now = new Date().toISOString();
  const created_at = createdAt ?? now;
  const { source } = content;
  const keys = personKeys(content);
  const owner = stated === undefined ? chooseOwner({ ...keys, source, import_id: null }, actorId) : stated;
  const made = insertLead().get({
    ...{
      ...NO_ORIGIN,
      ...EMPTY_FIELDS,
      estado: 'nuevo',
      whatsapp_user_id: null,
      ...planOfTopic(content.tema ?? null),
      ...content,
      ...keys,
    },
    created_at,
    first_contacted_at: waiting ? null : created_at,
    owner_id: owner?.id ?? null,
  });
  if (!made) throw new Error('insert returned no row');
  const lead = findLead(made.id);
  recordEvent(lead.id, actorId, { type: 'created', to: source }, now);
  if (owner) {
    const event = { type: 'changed', field: 'owner_id', to: owner.id } as const;
    const assignedBy = stated || owner.id === actorId ? actorId : null;
    recordEvent(lead.id, assignedBy, event, now);
    if (owner.isRotated) moveToEndOfRotation(owner.id, lead.id);
  }
  enqueueLeadCreated(lead, content.submission_id);
  claimMessages(lead.id);
  // Its messages changed the row.
  return findLead(lead.id);
}

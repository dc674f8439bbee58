import { isInbound } from '~/shared/leads/waiting';
import { query } from '../../database/connection';
import type { PersonKeys } from '../same-person/contact-keys';
import { ACTIVE_STAFF, selectColleague } from './owner-queries';

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

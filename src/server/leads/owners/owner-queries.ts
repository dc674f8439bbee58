import type { Colleague } from '~/shared/accounts/member';
import { query } from '../../database/connection';
import { LEAD_COLUMNS, leadQuery } from '../lead-queries';

/** Only the provider's own active staff may own leads. */
const ACTIVE_STAFF = "profiles.status = 'active' AND profiles.company_id IS NULL";

export const selectStaff = query<[], Omit<Colleague, 'takes_leads'> & { takes_leads: 0 | 1 }>(
  `SELECT id, name, takes_leads FROM profiles INDEXED BY profiles_by_status
   WHERE ${ACTIVE_STAFF}`,
);

/** No row: may not own leads. `takes_leads`: is in the rotation for new ones. */
export const selectColleague = query<[{ id: string }], { takes_leads: 0 | 1 }>(
  `SELECT takes_leads FROM profiles WHERE id = :id AND ${ACTIVE_STAFF}`,
);

export const selectColleagueByEmail = query<[{ email: string }], { id: string }>(
  `SELECT profiles.id FROM users JOIN profiles ON profiles.id = users.id WHERE email = :email AND ${ACTIVE_STAFF}`,
);

export const selectNextInRotation = query<[], { id: string }>(
  `SELECT id FROM profiles INDEXED BY profiles_in_turn WHERE takes_leads = 1 AND ${ACTIVE_STAFF}
   ORDER BY last_given_lead, id LIMIT 1`,
);

export const updateLastGiven = query<[{ id: string; lead_id: number }]>(
  'UPDATE profiles SET last_given_lead = :lead_id WHERE id = :id',
);

const formerOwner = (column: 'email_key' | 'phone_key') =>
  query<[{ key: string }], { id: string }>(
    `SELECT owner_id AS id FROM leads JOIN profiles ON profiles.id = owner_id
     WHERE ${column} = :key AND deleted_at IS NULL AND ${ACTIVE_STAFF} ORDER BY leads.id DESC LIMIT 1`,
  );

/** Owner of the last lead with the same email, or phone. */
export const selectOwnerByEmail = formerOwner('email_key');
export const selectOwnerByPhone = formerOwner('phone_key');

export const updateOwner = leadQuery<{ id: number; owner_id: string | null }>(
  `UPDATE leads SET owner_id = :owner_id WHERE id = :id AND deleted_at IS NULL RETURNING ${LEAD_COLUMNS}`,
);

export const selectLastOwnerChange = query<
  [{ lead_id: number }],
  { actor_id: string | null; from_value: string | null; to_value: string | null }
>(
  `SELECT actor_id, from_value, to_value FROM lead_events WHERE lead_id = :lead_id AND type = 'changed' AND field = 'owner_id'
   ORDER BY created_at DESC, id DESC LIMIT 1`,
);

/** Some leads of a person, also in the trash. */
export const selectLeadsOf = query<[{ owner_id: string; limit: number }], { id: number }>(
  'SELECT id FROM leads INDEXED BY leads_by_owner WHERE owner_id = :owner_id LIMIT :limit',
);

/** Reassigns a lead in the trash. No event: nobody sees it there. */
export const updateHiddenOwner = query<[{ id: number; owner_id: string | null }]>(
  'UPDATE leads SET owner_id = :owner_id WHERE id = :id AND deleted_at IS NOT NULL',
);

/** Leads overdue per owner; '' is nobody. */
export const selectOverdueTotals = query<[{ today: string }], { owner: string; total: number }>(
  `SELECT coalesce(owner_id, '') AS owner, count(*) AS total FROM leads INDEXED BY leads_by_next_contact
   WHERE deleted_at IS NULL AND next_contact_on IS NOT NULL AND next_contact_on < :today GROUP BY 1`,
);

export const selectOwnerName = query<[{ id: string }], { name: string }>('SELECT name FROM profiles WHERE id = :id');

/** People who still own leads but no longer may. */
export const selectLeavers = query<[], { id: string }>(
  `SELECT id FROM profiles INDEXED BY profiles_by_status
   WHERE status IN ('pending', 'suspended', 'disabled') AND company_id IS NULL
     AND EXISTS (SELECT 1 FROM leads INDEXED BY leads_by_owner WHERE owner_id = profiles.id)`,
);

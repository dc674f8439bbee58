import { query } from '../../database/connection';

/** Only the provider's own active staff may own leads. */
export const ACTIVE_STAFF = "profiles.status = 'active' AND profiles.company_id IS NULL";

/** No row: may not own leads. `takes_leads`: is in the rotation for new ones. */
export const selectColleague = query<[{ id: string }], { takes_leads: 0 | 1 }>(
  `SELECT takes_leads FROM profiles WHERE id = :id AND ${ACTIVE_STAFF}`,
);

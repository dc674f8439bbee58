import type { Coordinator } from '~/shared/companies/company';
import { AWAITS_LINK, HAS_SECOND_FACTOR } from '../accounts/account-queries';
import { query } from '../database/connection';

type CoordinatorRow = Omit<Coordinator, 'second_factor' | 'awaits_link'> & {
  second_factor: 0 | 1;
  awaits_link: 0 | 1;
};

export const selectCoordinator = query<[{ company_id: number }], CoordinatorRow>(
  `SELECT profiles.id, profiles.name, users.email, profiles.status, users.password_expires_at, profiles.created_at,
          ${HAS_SECOND_FACTOR} AS second_factor, ${AWAITS_LINK} AS awaits_link
   FROM profiles JOIN users ON users.id = profiles.id WHERE profiles.company_id = :company_id`,
);

export const selectEmails = query<[{ ids: string }], { id: string; email: string }>(
  `SELECT id, email FROM users
   WHERE id IN (SELECT value FROM json_each(:ids)) AND id NOT IN (SELECT id FROM api_tokens)`,
);

/** Whether an agency already has its coordinator; no row without the agency. */
export const selectCoordinatorSeat = query<[{ company_id: number }], { taken: 0 | 1 }>(
  `SELECT EXISTS (SELECT 1 FROM profiles WHERE company_id = companies.id) AS taken
   FROM companies WHERE id = :company_id AND deleted_at IS NULL`,
);

/** 1 if a lead's notes or history name this user. */
export const selectHasWorked = query<[{ id: string }], { found: 0 | 1 }>(
  `SELECT EXISTS (SELECT 1 FROM lead_notes WHERE author_id = :id)
       OR EXISTS (SELECT 1 FROM lead_events WHERE actor_id = :id) AS found`,
);

import type { Coordinator } from '~/shared/companies/company';
import { query } from '../database/connection';

type CoordinatorRow = Omit<Coordinator, 'second_factor'> & { second_factor: 0 | 1 };

export const selectCoordinator = query<[{ company_id: number }], CoordinatorRow>(
  `SELECT profiles.id, profiles.name, users.email, profiles.status, users.password_expires_at, profiles.created_at,
          (EXISTS (SELECT 1 FROM totp WHERE user_id = users.id AND secret IS NOT NULL)
            OR EXISTS (SELECT 1 FROM passkeys WHERE user_id = users.id)) AS second_factor
   FROM profiles JOIN users ON users.id = profiles.id WHERE profiles.company_id = :company_id`,
);

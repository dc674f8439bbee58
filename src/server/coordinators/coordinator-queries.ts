import type { Coordinator } from '~/shared/accounts/coordinator';
import { query } from '../database/connection';

export const selectCoordinator = query<[{ company_id: number }], Coordinator>(
  `SELECT profiles.id, profiles.name, users.email, profiles.status, users.password_expires_at, profiles.created_at
   FROM profiles JOIN users ON users.id = profiles.id WHERE profiles.company_id = :company_id`,
);

import type { Agent, Company } from '~/shared/companies/company';
import { query } from '../db';

/** The agency that a person coordinates. */
export const selectCompanyOfUser = query<[{ user_id: string }], Company>(
  `SELECT companies.id, companies.name, companies.country, companies.plan, companies.status, companies.created_at
   FROM profiles JOIN companies ON companies.id = profiles.company_id
   WHERE profiles.id = :user_id`,
);

/** In the order of their emails, which is the index's. */
export const selectAgents = query<[{ company_id: number }], Agent>(
  `SELECT id, name, email, status, company_id FROM agents WHERE company_id = :company_id ORDER BY email`,
);

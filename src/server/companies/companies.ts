import type { Agent, Company } from '~/shared/companies/company';
import { AppError } from '../app-error';
import { selectAgents, selectCompanyOfUser } from './company-queries';

/** The agency that a coordinator looks after, with its agents. Throws AppError `not_found` for anyone else. */
export function findOwnCompany(userId: string): { company: Company; agents: Agent[] } {
  const company = selectCompanyOfUser().get({ user_id: userId });
  if (!company) throw new AppError('not_found');
  return { company, agents: selectAgents().all({ company_id: company.id }) };
}

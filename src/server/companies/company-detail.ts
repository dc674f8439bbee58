import type { CompanyDetail } from '~/shared/companies/company';
import { findCoordinator } from '../accounts/coordinator';
import { listAgentsOf } from './agents';
import { findCompany } from './companies';

/** All that an agency's page shows. Throws AppError `not_found`. */
export function readCompany(id: number): CompanyDetail {
  return { company: findCompany(id), coordinator: findCoordinator(id), agents: listAgentsOf(id) };
}

import type { CompanyDetail } from '~/shared/companies/company';
import { rowIdSchema } from '~/shared/row-id';
import { findCoordinator } from '../accounts/coordinator';
import { toAppError } from '../app-error';
import { log } from '../log';
import { findLastMail } from '../outbox/delivery-log';
import { listAgentsOf } from './agents';
import { type CompanyPage, findCompany, listCompanies } from './companies';

/** All that an agency's page shows. Throws AppError `not_found`. */
export function readCompany(id: number): CompanyDetail {
  const coordinator = findCoordinator(id);
  const last_mail = coordinator && findLastMail(coordinator);
  return { company: findCompany(id), coordinator, agents: listAgentsOf(id), ...(last_mail && { last_mail }) };
}

/** What a page shows of the agency that its path names; null where it could not be read, and can be tried again. */
export function openCompany(
  pathId: string | undefined,
): { id: number; detail: CompanyDetail | null } | 'not_found' {
  const id = rowIdSchema.safeParse(pathId);
  if (!id.success) return 'not_found';
  const detail = tryTo(() => readCompany(id.data));
  return detail === 'not_found' ? detail : { id: id.data, detail };
}

/** The first page of the list; null where it could not be read, and can be tried again. */
export function openCompanies(q: string): CompanyPage | null {
  const page = tryTo(() => listCompanies({ q }));
  return page === 'not_found' ? null : page;
}

/** Pages say what failed and offer to try again, in the place of what they could not read. */
function tryTo<Value>(read: () => Value): Value | null | 'not_found' {
  try {
    return read();
  } catch (thrown) {
    const error = toAppError(thrown);
    if (error.code === 'not_found') return 'not_found';
    log.error({ event: 'page_read_failed', code: error.code, err: error.cause ?? error });
    return null;
  }
}

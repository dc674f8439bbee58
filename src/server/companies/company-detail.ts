import type { CompanyDetail } from '~/shared/companies/company';
import { rowIdSchema } from '~/shared/row-id';
import { toAppError } from '../app-error';
import { findCoordinator } from '../coordinators/coordinators';
import { readForPage } from '../http/pages/page-guard';
import { findLastMail } from '../outbox/lines';
import { listAgentsOf } from './agents';
import { findCompany, selectLeadOfCompany } from './companies';

/** Everything on an agency's page. Throws AppError `not_found`. */
export function readCompany(id: number): CompanyDetail {
  const coordinator = findCoordinator(id);
  const last_mail = coordinator && findLastMail(coordinator);
  const lead = selectLeadOfCompany().get({ id });
  return {
    company: findCompany(id),
    coordinator,
    agents: listAgentsOf(id),
    ...(last_mail && { last_mail }),
    ...(lead && { lead }),
  };
}

/** An agency's page by the id in its path. `detail` is null if reading failed, so the page can offer a retry. */
export async function openCompany(
  pathId: string | undefined,
): Promise<{ id: number; detail: CompanyDetail | null } | 'not_found'> {
  const id = rowIdSchema.safeParse(pathId);
  if (!id.success) return 'not_found';
  const detail = await readForPage(() => {
    try {
      return readCompany(id.data);
    } catch (thrown) {
      if (toAppError(thrown).code === 'not_found') return 'not_found';
      throw thrown;
    }
  });
  return detail === 'not_found' ? detail : { id: id.data, detail };
}

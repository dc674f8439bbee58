import { restoreCompany } from '~/server/companies/removal';
import { endpoint } from '~/server/http/endpoint';
import { companyAnswer } from '~/shared/companies/company';

export const POST = endpoint({
  allow: 'admin',
  forPrograms: { area: 'companies', answer: companyAnswer, errors: [409] },
  params: 'row',
  handle: async ({ params: { id }, actor }) => ({ company: await restoreCompany(id, actor) }),
});

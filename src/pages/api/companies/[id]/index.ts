import { changeCompany } from '~/server/companies/companies';
import { readCompany } from '~/server/companies/company-detail';
import { deleteCompany } from '~/server/companies/removal';
import { endpoint } from '~/server/http/endpoint';
import { noBody } from '~/shared/answers';
import { companyAnswer, companyDetailSchema } from '~/shared/companies/company';
import { updateCompanySchema } from '~/shared/companies/schema';

export const GET = endpoint({
  allow: 'admin',
  forPrograms: { area: 'companies', answer: companyDetailSchema },
  params: 'row',
  handle: ({ params: { id } }) => readCompany(id),
});

export const PATCH = endpoint({
  allow: 'admin',
  forPrograms: { area: 'companies', answer: companyAnswer },
  params: 'row',
  body: updateCompanySchema,
  // Shuts an agency's coordinator out, or lets them in.
  confirmed: ({ body }) => body.status !== undefined,
  handle: async ({ params: { id }, body, actor }) => ({ company: await changeCompany(id, body, actor) }),
});

/** Only without people and history; `restore` brings it back. */
export const DELETE = endpoint({
  allow: 'admin',
  forPrograms: { area: 'companies', answer: noBody, errors: [409] },
  params: 'row',
  deletes: 1,
  handle: ({ params: { id }, actor }) => deleteCompany(id, actor),
});

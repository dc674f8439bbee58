import { createCompany, listCompanies } from '~/server/companies/companies';
import { endpoint } from '~/server/http/endpoint';
import { readIdempotency } from '~/server/idempotency/idempotency';
import { companyPageSchema, createdCompanyAnswer } from '~/shared/companies/company';
import { companyListSchema, createCompanyByProgramSchema, createCompanySchema } from '~/shared/companies/schema';

export const GET = endpoint({
  allow: 'admin',
  forPrograms: { area: 'companies', answer: companyPageSchema },
  query: companyListSchema,
  handle: ({ query }) => listCompanies(query),
});

export const POST = endpoint({
  allow: 'admin',
  forPrograms: {
    area: 'companies',
    body: createCompanyByProgramSchema,
    answer: createdCompanyAnswer,
    keyed: true,
    errors: [404, 409],
  },
  body: createCompanySchema,
  status: 201,
  handle: ({ body, actor, user, visit }) => createCompany(body, actor, readIdempotency(user, visit)),
});

import { actorOf } from '~/server/audit/audit';
import { createCompany, listCompanies } from '~/server/companies/companies';
import { readPress } from '~/server/creations/creations';
import { answerJson } from '~/server/http/answer';
import { endpoint } from '~/server/http/endpoint';
import { companyPageSchema, createdCompanyAnswer } from '~/shared/companies/company';
import {
  companyListSchema,
  createCompanyByProgramSchema,
  createCompanySchema,
} from '~/shared/companies/schema';

export const GET = endpoint({
  allow: 'admin',
  open: { area: 'companies', answer: companyPageSchema },
  query: companyListSchema,
  handle: ({ query }) => answerJson(listCompanies(query)),
});

export const POST = endpoint({
  allow: 'admin',
  open: {
    area: 'companies',
    body: createCompanyByProgramSchema,
    answer: createdCompanyAnswer,
    status: 201,
    keyed: true,
    errors: [404, 409],
  },
  body: createCompanySchema,
  handle: async ({ body, user, visit }) => {
    const press = readPress(user, visit);
    return answerJson(await createCompany(body, actorOf(user, visit), press), 201);
  },
});

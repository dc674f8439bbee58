import { actorOf } from '~/server/audit/audit';
import { createCompany, listCompanies } from '~/server/companies/companies';
import { endpoint, methodNotAllowed } from '~/server/endpoint';
import { companyListSchema, createCompanySchema } from '~/shared/companies/schema';

export const GET = endpoint({
  allow: 'admin',
  query: companyListSchema,
  handle: ({ query }) => Response.json(listCompanies(query)),
});

export const POST = endpoint({
  allow: 'admin',
  body: createCompanySchema,
  handle: ({ body, user, astro }) =>
    Response.json({ company: createCompany(body, actorOf(user, astro)) }, { status: 201 }),
});

export const ALL = methodNotAllowed;

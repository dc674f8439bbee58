import { actorOf } from '~/server/audit/audit';
import { changeCompany } from '~/server/companies/companies';
import { readCompany } from '~/server/companies/company-detail';
import { deleteCompany } from '~/server/companies/removal';
import { answerJson, noContent } from '~/server/http/answer';
import { endpoint } from '~/server/http/endpoint';
import { noBody } from '~/shared/answers';
import { companyAnswer, companyDetailSchema } from '~/shared/companies/company';
import { updateCompanySchema } from '~/shared/companies/schema';
import { idParamsSchema } from '~/shared/row-id';

const params = idParamsSchema;

export const GET = endpoint({
  allow: 'admin',
  open: { area: 'companies', answer: companyDetailSchema },
  params,
  handle: ({ params: { id } }) => answerJson(readCompany(id)),
});

export const PATCH = endpoint({
  allow: 'admin',
  open: { area: 'companies', answer: companyAnswer },
  params,
  body: updateCompanySchema,
  handle: async ({ params: { id }, body, user, visit }) =>
    answerJson({ company: await changeCompany(id, body, actorOf(user, visit)) }),
});

/** Only without people and history; `restore` brings it back. */
export const DELETE = endpoint({
  allow: 'admin',
  open: { area: 'companies', answer: noBody, errors: [409] },
  params,
  handle: async ({ params: { id }, user, visit }) => {
    await deleteCompany(id, actorOf(user, visit));
    return noContent();
  },
});

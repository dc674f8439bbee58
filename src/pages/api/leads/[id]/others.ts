import { answerJson } from '~/server/http/answer';
import { endpoint } from '~/server/http/endpoint';
import { listPersonsLeads } from '~/server/leads/person/separate';
import { othersAnswer } from '~/shared/leads/answers/leads';
import { idParamsSchema } from '~/shared/row-id';

/** The other leads of the same person, and those that were joined into this one. */
export const GET = endpoint({
  allow: 'staff',
  open: { answer: othersAnswer },
  params: idParamsSchema,
  handle: ({ params: { id } }) => answerJson(listPersonsLeads(id)),
});

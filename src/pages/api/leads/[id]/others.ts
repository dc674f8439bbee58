import { endpoint } from '~/server/http/endpoint';
import { listPersonsLeads } from '~/server/leads/same-person/separate';
import { othersAnswer } from '~/shared/leads/lead';

/** The person's other leads, and those joined into this one. */
export const GET = endpoint({
  allow: 'staff',
  forPrograms: { answer: othersAnswer },
  params: 'row',
  handle: ({ params: { id } }) => listPersonsLeads(id),
});

import { answerJson } from '~/server/http/answer';
import { endpoint } from '~/server/http/endpoint';
import { personKeys } from '~/server/leads/contact-keys';
import { listSamePerson } from '~/server/leads/person/same-person';
import { leadsAnswer } from '~/shared/leads/answers/leads';
import { matchesSchema } from '~/shared/leads/schema';

/** The leads of whoever has this email or this number, for programs. */
export const GET = endpoint({
  allow: 'staff',
  open: { answer: leadsAnswer },
  query: matchesSchema,
  handle: ({ query }) => answerJson({ leads: listSamePerson(personKeys(query)) }),
});

/** The same for screens: a POST, so that nobody's email stands in an address. */
export const POST = endpoint({
  allow: 'staff',
  body: matchesSchema,
  handle: ({ body }) => answerJson({ leads: listSamePerson(personKeys(body)) }),
});

import { endpoint } from '~/server/http/endpoint';
import { personKeys } from '~/server/leads/same-person/contact-keys';
import { listSamePerson } from '~/server/leads/same-person/find-same-person';
import { leadsAnswer } from '~/shared/leads/lead';
import { matchesSchema } from '~/shared/leads/schema';

/** Leads with this email or number, for programs. */
export const GET = endpoint({
  allow: 'staff',
  forPrograms: { answer: leadsAnswer },
  query: matchesSchema,
  handle: ({ query }) => ({ leads: listSamePerson(personKeys(query)) }),
});

/** The same for screens: a POST keeps emails out of URLs. */
export const POST = endpoint({
  allow: 'staff',
  body: matchesSchema,
  handle: ({ body }) => ({ leads: listSamePerson(personKeys(body)) }),
});

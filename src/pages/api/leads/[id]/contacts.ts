import { answerJson } from '~/server/http/answer';
import { endpoint } from '~/server/http/endpoint';
import { answerContact, openContact } from '~/server/leads/contacts';
import { answerContactSchema, openContactSchema } from '~/shared/leads/contact';
import { idParamsSchema } from '~/shared/row-id';

const params = idParamsSchema;

/** The panel says here that it opened a way to reach this person; whether anything was sent or said, nobody knows. */
export const POST = endpoint({
  allow: 'staff',
  params,
  body: openContactSchema,
  handle: async ({ params: { id }, body, user }) =>
    answerJson({ lead: await openContact(id, body.channel, user.id) }),
});

/** Whoever opened it says whether it became a contact. */
export const PATCH = endpoint({
  allow: 'staff',
  params,
  body: answerContactSchema,
  handle: async ({ params: { id }, body, user }) =>
    answerJson({ lead: await answerContact(id, body.contacted, user.id) }),
});

import { answerJson } from '~/server/http/answer';
import { endpoint } from '~/server/http/endpoint';
import { answerContact, openContact } from '~/server/leads/contacts/contacts';
import { changedLeadAnswer } from '~/shared/leads/answers/leads';
import { answerContactSchema, openContactSchema } from '~/shared/leads/schema';
import { idParamsSchema } from '~/shared/row-id';

const params = idParamsSchema;

/** Records that the user opened a channel to this person. Whether they were reached is unknown. */
export const POST = endpoint({
  allow: 'staff',
  open: { answer: changedLeadAnswer },
  params,
  body: openContactSchema,
  handle: async ({ params: { id }, body, user }) => answerJson(await openContact(id, body.channel, user.id)),
});

/** Records whether the person was reached, or how the call ended. */
export const PATCH = endpoint({
  allow: 'staff',
  open: { answer: changedLeadAnswer },
  params,
  body: answerContactSchema,
  handle: async ({ params: { id }, body, user }) => answerJson(await answerContact(id, body, user.id)),
});

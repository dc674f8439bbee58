import { endpoint } from '~/server/http/endpoint';
import { answerContact, openContact } from '~/server/leads/contacts/contacts';
import { changedLeadAnswer } from '~/shared/leads/lead';
import { answerContactSchema, openContactSchema } from '~/shared/leads/schema';

/** Records that the user opened a channel to this person. Whether they were reached is unknown. */
export const POST = endpoint({
  allow: 'staff',
  forPrograms: { answer: changedLeadAnswer },
  params: 'row',
  body: openContactSchema,
  handle: ({ params: { id }, body, user }) => openContact(id, body.channel, user.id, body.claim),
});

/** Records whether the person was reached, or how the call ended. */
export const PATCH = endpoint({
  allow: 'staff',
  forPrograms: { answer: changedLeadAnswer },
  params: 'row',
  body: answerContactSchema,
  handle: ({ params: { id }, body, user }) => answerContact(id, body, user.id),
});

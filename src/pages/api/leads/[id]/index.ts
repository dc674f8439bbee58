import { answerJson, noContent } from '~/server/http/answer';
import { endpoint } from '~/server/http/endpoint';
import { changeLead, findFollowing } from '~/server/leads/leads';
import { moveLeadToTrash } from '~/server/leads/trash';
import { noBody } from '~/shared/answers';
import { changedLeadAnswer, leadAnswer } from '~/shared/leads/answers/leads';
import { AS_OF_HEADER } from '~/shared/leads/live';
import { updateLeadSchema } from '~/shared/leads/schema';
import { idParamsSchema } from '~/shared/row-id';

const params = idParamsSchema;

export const GET = endpoint({
  allow: 'staff',
  open: { answer: leadAnswer },
  params,
  handle: ({ params: { id } }) => answerJson({ lead: findFollowing(id) }),
});

export const PATCH = endpoint({
  allow: 'staff',
  open: { answer: changedLeadAnswer, errors: [409] },
  params,
  body: updateLeadSchema,
  handle: async ({ params: { id }, body, user }) => answerJson(await changeLead(id, body, user.id)),
});

export const DELETE = endpoint({
  allow: 'staff',
  open: { answer: noBody },
  params,
  handle: async ({ params: { id }, user }) => {
    const asOf = await moveLeadToTrash(id, user.id);
    return noContent({ [AS_OF_HEADER]: String(asOf) });
  },
});

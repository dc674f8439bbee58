import { answerJson, noContent } from '~/server/http/answer';
import { endpoint } from '~/server/http/endpoint';
import { changeLead, findLead } from '~/server/leads/leads';
import { moveLeadToTrash } from '~/server/leads/trash';
import { AS_OF_HEADER } from '~/shared/leads/live';
import { updateLeadSchema } from '~/shared/leads/schema';
import { idParamsSchema } from '~/shared/row-id';

const params = idParamsSchema;

export const GET = endpoint({
  allow: 'staff',
  params,
  handle: ({ params: { id } }) => answerJson({ lead: findLead(id) }),
});

export const PATCH = endpoint({
  allow: 'staff',
  params,
  body: updateLeadSchema,
  handle: async ({ params: { id }, body, user }) => answerJson({ lead: await changeLead(id, body, user.id) }),
});

export const DELETE = endpoint({
  allow: 'staff',
  params,
  handle: async ({ params: { id }, user }) => {
    const asOf = await moveLeadToTrash(id, user.id);
    return noContent({ [AS_OF_HEADER]: String(asOf) });
  },
});

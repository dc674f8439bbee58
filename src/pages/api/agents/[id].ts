import { actorOf } from '~/server/audit/audit';
import { changeAgent, deleteAgent } from '~/server/companies/agents';
import { answerJson, noContent } from '~/server/http/answer';
import { endpoint, methodNotAllowed } from '~/server/http/endpoint';
import { updateAgentSchema } from '~/shared/companies/schema';
import { idParamsSchema } from '~/shared/row-id';

const params = idParamsSchema;

export const PATCH = endpoint({
  allow: 'agency',
  params,
  body: updateAgentSchema,
  handle: ({ params: { id }, body, user, astro }) =>
    answerJson({ agent: changeAgent(id, body, user, actorOf(user, astro)) }),
});

export const DELETE = endpoint({
  allow: 'agency',
  params,
  handle: ({ params: { id }, user, astro }) => {
    deleteAgent(id, user, actorOf(user, astro));
    return noContent();
  },
});

export const ALL = methodNotAllowed;

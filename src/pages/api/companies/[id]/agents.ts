import { actorOf } from '~/server/audit/audit';
import { addAgent, listAgents } from '~/server/companies/agents';
import { readPress } from '~/server/creations/creations';
import { answerJson } from '~/server/http/answer';
import { endpoint, methodNotAllowed } from '~/server/http/endpoint';
import { createAgentSchema } from '~/shared/companies/schema';
import { idParamsSchema } from '~/shared/row-id';

const params = idParamsSchema;

export const GET = endpoint({
  allow: 'agency',
  params,
  handle: ({ params: { id }, user }) => answerJson({ agents: listAgents(id, user) }),
});

export const POST = endpoint({
  allow: 'agency',
  params,
  body: createAgentSchema,
  handle: ({ params: { id }, body, user, astro }) => {
    const press = readPress(user, astro.request);
    return answerJson({ agent: addAgent(id, body, user, actorOf(user, astro), press) }, 201);
  },
});

export const ALL = methodNotAllowed;

import { actorOf } from '~/server/audit/audit';
import { addAgent, listAgents } from '~/server/companies/agents';
import { readPress } from '~/server/creations/creations';
import { answerJson } from '~/server/http/answer';
import { endpoint } from '~/server/http/endpoint';
import { agentAnswer, agentsAnswer } from '~/shared/companies/company';
import { createAgentSchema } from '~/shared/companies/schema';
import { idParamsSchema } from '~/shared/row-id';

const params = idParamsSchema;

export const GET = endpoint({
  allow: 'agency',
  open: { area: 'companies', answer: agentsAnswer },
  params,
  handle: ({ params: { id }, user }) => answerJson({ agents: listAgents(id, user) }),
});

export const POST = endpoint({
  allow: 'agency',
  open: { area: 'companies', answer: agentAnswer, status: 201, keyed: true, errors: [409] },
  params,
  body: createAgentSchema,
  handle: async ({ params: { id }, body, user, visit }) => {
    const press = readPress(user, visit);
    return answerJson({ agent: await addAgent(id, body, user, actorOf(user, visit), press) }, 201);
  },
});

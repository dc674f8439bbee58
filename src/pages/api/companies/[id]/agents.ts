import { addAgent, listAgents } from '~/server/companies/agents';
import { endpoint } from '~/server/http/endpoint';
import { readIdempotency } from '~/server/idempotency/idempotency';
import { agentAnswer, agentsAnswer } from '~/shared/companies/company';
import { createAgentSchema } from '~/shared/companies/schema';

export const GET = endpoint({
  allow: 'agency',
  forPrograms: { area: 'companies', answer: agentsAnswer },
  params: 'row',
  handle: ({ params: { id }, user }) => ({ agents: listAgents(id, user) }),
});

export const POST = endpoint({
  allow: 'agency',
  forPrograms: { area: 'companies', answer: agentAnswer, keyed: true, errors: [409] },
  params: 'row',
  body: createAgentSchema,
  status: 201,
  handle: async ({ params: { id }, body, actor, user, visit }) => ({
    agent: await addAgent(id, body, user, actor, readIdempotency(user, visit)),
  }),
});

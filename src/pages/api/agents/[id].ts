import { changeAgent, deleteAgent } from '~/server/companies/agents';
import { endpoint } from '~/server/http/endpoint';
import { noBody } from '~/shared/answers';
import { agentAnswer } from '~/shared/companies/company';
import { updateAgentSchema } from '~/shared/companies/schema';

export const PATCH = endpoint({
  allow: 'agency',
  forPrograms: { area: 'companies', answer: agentAnswer, errors: [409] },
  params: 'row',
  body: updateAgentSchema,
  handle: async ({ params: { id }, body, actor, user }) => ({
    agent: await changeAgent(id, body, user, actor),
  }),
});

export const DELETE = endpoint({
  allow: 'agency',
  forPrograms: { area: 'companies', answer: noBody },
  params: 'row',
  deletes: 1,
  handle: ({ params: { id }, actor, user }) => deleteAgent(id, user, actor),
});

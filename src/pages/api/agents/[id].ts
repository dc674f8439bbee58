import { actorOf } from '~/server/audit/audit';
import { changeAgent, deleteAgent } from '~/server/companies/agents';
import { answerJson, noContent } from '~/server/http/answer';
import { endpoint } from '~/server/http/endpoint';
import { noBody } from '~/shared/answers';
import { agentAnswer } from '~/shared/companies/company';
import { updateAgentSchema } from '~/shared/companies/schema';
import { idParamsSchema } from '~/shared/row-id';

const params = idParamsSchema;

export const PATCH = endpoint({
  allow: 'agency',
  open: { area: 'companies', answer: agentAnswer, errors: [409] },
  params,
  body: updateAgentSchema,
  handle: async ({ params: { id }, body, user, visit }) =>
    answerJson({ agent: await changeAgent(id, body, user, actorOf(user, visit)) }),
});

export const DELETE = endpoint({
  allow: 'agency',
  open: { area: 'companies', answer: noBody },
  params,
  handle: async ({ params: { id }, user, visit }) => {
    await deleteAgent(id, user, actorOf(user, visit));
    return noContent();
  },
});

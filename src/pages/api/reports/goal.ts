import { actorOf } from '~/server/audit/audit';
import { answerJson } from '~/server/http/answer';
import { endpoint } from '~/server/http/endpoint';
import { changeGoal, readGoal } from '~/server/numbers/goal';
import { goalInputSchema } from '~/shared/numbers/schema';

export const GET = endpoint({ allow: 'admin', handle: () => answerJson({ monthly_value: readGoal() }) });

export const PATCH = endpoint({
  allow: 'admin',
  body: goalInputSchema,
  handle: async ({ body, user, visit }) => answerJson(await changeGoal(body, actorOf(user, visit))),
});

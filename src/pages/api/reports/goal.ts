import { endpoint } from '~/server/http/endpoint';
import { changeGoal, readGoal } from '~/server/numbers/goal';
import { goalInputSchema } from '~/shared/numbers/schema';

export const GET = endpoint({ allow: 'admin', handle: () => ({ monthly_value: readGoal() }) });

export const PATCH = endpoint({
  allow: 'admin',
  body: goalInputSchema,
  handle: ({ body, actor }) => changeGoal(body, actor),
});

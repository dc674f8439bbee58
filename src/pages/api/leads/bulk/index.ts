import { readPress } from '~/server/creations/creations';
import { answerJson } from '~/server/http/answer';
import { endpoint } from '~/server/http/endpoint';
import { changeInBulk } from '~/server/leads/bulk/bulk';
import { bulkSchema } from '~/shared/leads/bulk';

export const POST = endpoint({
  allow: 'staff',
  body: bulkSchema,
  handle: async ({ body, user, visit }) => answerJson(await changeInBulk(body, readPress(user, visit))),
});

import { actorOf } from '~/server/audit/audit';
import { answerJson } from '~/server/http/answer';
import { endpoint } from '~/server/http/endpoint';
import { undoImport } from '~/server/imports/imports';
import { idParamsSchema } from '~/shared/row-id';

export const POST = endpoint({
  allow: 'admin',
  params: idParamsSchema,
  handle: async ({ params, user, visit }) => answerJson(await undoImport(params.id, actorOf(user, visit))),
});

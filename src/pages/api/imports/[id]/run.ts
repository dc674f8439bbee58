import { actorOf } from '~/server/audit/audit';
import { answerJson } from '~/server/http/answer';
import { endpoint } from '~/server/http/endpoint';
import { runImport } from '~/server/imports/imports';
import { importRunSchema } from '~/shared/imports/schema';
import { idParamsSchema } from '~/shared/row-id';

export const POST = endpoint({
  allow: 'admin',
  params: idParamsSchema,
  body: importRunSchema,
  handle: async ({ params, body, user, visit }) =>
    answerJson(await runImport(params.id, body.check, actorOf(user, visit)), 202),
});

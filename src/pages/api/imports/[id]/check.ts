import { answerJson } from '~/server/http/answer';
import { readOwnZone } from '~/server/http/cookies';
import { endpoint } from '~/server/http/endpoint';
import { checkImport } from '~/server/imports/check';
import { importCheckSchema } from '~/shared/imports/schema';
import { DEFAULT_ZONE } from '~/shared/leads/days';
import { idParamsSchema } from '~/shared/row-id';

export const POST = endpoint({
  allow: 'admin',
  params: idParamsSchema,
  body: importCheckSchema,
  handle: async ({ params, body, visit }) => {
    // The file's times are in its sender's time zone.
    const zone = readOwnZone(visit.cookies) ?? DEFAULT_ZONE;
    return answerJson(await checkImport(params.id, body, zone));
  },
});

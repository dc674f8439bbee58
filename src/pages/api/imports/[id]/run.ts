import { endpoint } from '~/server/http/endpoint';
import { runImport } from '~/server/imports/imports';
import { importRunSchema } from '~/shared/imports/schema';

export const POST = endpoint({
  allow: 'admin',
  params: 'row',
  body: importRunSchema,
  status: 202,
  handle: ({ params, body, actor }) => runImport(params.id, body.check, actor),
});

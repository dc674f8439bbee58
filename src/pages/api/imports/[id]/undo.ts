import { endpoint } from '~/server/http/endpoint';
import { undoImport } from '~/server/imports/imports';
import { idParamsSchema } from '~/shared/row-id';

export const POST = endpoint({
  allow: 'admin',
  params: idParamsSchema,
  confirmed: true,
  handle: ({ params, actor }) => undoImport(params.id, actor),
});

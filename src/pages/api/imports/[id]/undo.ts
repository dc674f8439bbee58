import { endpoint } from '~/server/http/endpoint';
import { undoImport } from '~/server/imports/imports';

export const POST = endpoint({
  allow: 'admin',
  params: 'row',
  confirmed: true,
  handle: ({ params, actor }) => undoImport(params.id, actor),
});

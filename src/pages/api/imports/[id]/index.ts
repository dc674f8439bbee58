import { endpoint } from '~/server/http/endpoint';
import { findImport } from '~/server/imports/imports';
import { idParamsSchema } from '~/shared/row-id';

export const GET = endpoint({
  allow: 'admin',
  params: idParamsSchema,
  handle: ({ params }) => findImport(params.id),
});

import { endpoint } from '~/server/http/endpoint';
import { findImport } from '~/server/imports/imports';

export const GET = endpoint({
  allow: 'admin',
  params: 'row',
  handle: ({ params }) => findImport(params.id),
});

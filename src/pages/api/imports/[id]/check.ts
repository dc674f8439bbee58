import { endpoint } from '~/server/http/endpoint';
import { checkImport } from '~/server/imports/imports';
import { importCheckSchema } from '~/shared/imports/schema';
import { readZone } from '~/shared/zone-cookie';

export const POST = endpoint({
  allow: 'admin',
  params: 'row',
  body: importCheckSchema,
  // The file's times are in its sender's time zone.
  handle: ({ params, body, visit }) => checkImport(params.id, body, readZone(visit.cookies)),
});

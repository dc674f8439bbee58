import { endpoint } from '~/server/http/endpoint';
import { importPlaces, receiveImport } from '~/server/imports/upload';
import { CSV_TYPE, ODS_TYPE, VCARD_TYPE, XLSX_TYPE } from '~/shared/imports/file-types';
import { IMPORT_LIMITS } from '~/shared/imports/import';
import { importUploadSchema } from '~/shared/imports/schema';

export const POST = endpoint({
  allow: 'admin',
  confirmed: true,
  query: importUploadSchema,
  file: {
    types: [CSV_TYPE, XLSX_TYPE, ODS_TYPE, VCARD_TYPE],
    limits: { bytes: IMPORT_LIMITS.bytes, seconds: 120 },
    places: importPlaces,
  },
  status: 201,
  handle: async ({ query, user, visit }) => ({ import: await receiveImport(visit.file, query, user.id) }),
});

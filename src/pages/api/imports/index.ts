import { answerJson } from '~/server/http/answer';
import { endpoint } from '~/server/http/endpoint';
import { receiveImport } from '~/server/imports/upload';
import { CSV_TYPE, IMPORT_LIMITS, XLSX_TYPE } from '~/shared/imports/import';
import { importNameSchema } from '~/shared/imports/schema';

export const POST = endpoint({
  allow: 'admin',
  query: importNameSchema,
  file: { types: [CSV_TYPE, XLSX_TYPE], limit: IMPORT_LIMITS.bytes },
  handle: async ({ query, user, visit }) =>
    answerJson({ import: await receiveImport(visit.file, query.name, user.id) }, 201),
});

import { endpoint } from '~/server/http/endpoint';
import { undoInBulk } from '~/server/leads/bulk/undo-bulk';
import { bulkUndoAnswerSchema, bulkUndoSchema } from '~/shared/leads/bulk';

export const POST = endpoint({
  allow: 'staff',
  forPrograms: { answer: bulkUndoAnswerSchema, errors: [404] },
  body: bulkUndoSchema,
  handle: ({ body: { undo }, actor, user }) => undoInBulk(undo, user, actor),
});

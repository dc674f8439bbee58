import { answerJson } from '~/server/http/answer';
import { endpoint } from '~/server/http/endpoint';
import { undoInBulk } from '~/server/leads/bulk/bulk';
import { bulkUndoSchema } from '~/shared/leads/bulk';

export const POST = endpoint({
  allow: 'staff',
  body: bulkUndoSchema,
  handle: async ({ body: { undo }, user }) => answerJson(await undoInBulk(undo, user.id)),
});

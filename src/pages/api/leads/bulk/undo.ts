import { actorOf } from '~/server/audit/audit';
import { answerJson } from '~/server/http/answer';
import { endpoint } from '~/server/http/endpoint';
import { undoInBulk } from '~/server/leads/bulk/undo-bulk';
import { bulkUndoAnswerSchema } from '~/shared/leads/answers/leads';
import { bulkUndoSchema } from '~/shared/leads/bulk';

export const POST = endpoint({
  allow: 'staff',
  open: { answer: bulkUndoAnswerSchema, errors: [404] },
  body: bulkUndoSchema,
  handle: async ({ body: { undo }, user, visit }) =>
    answerJson(await undoInBulk(undo, user, actorOf(user, visit))),
});

import { answerJson } from '~/server/answer';
import { endpoint, methodNotAllowed } from '~/server/endpoint';
import { undoDiscardAll } from '~/server/enquiries/set-aside';
import { undoDiscardAllSchema } from '~/shared/enquiries/set-aside';

export const POST = endpoint({
  allow: 'staff',
  body: undoDiscardAllSchema,
  handle: async ({ body: { undo } }) => answerJson({ restored: await undoDiscardAll(undo) }),
});

export const ALL = methodNotAllowed;

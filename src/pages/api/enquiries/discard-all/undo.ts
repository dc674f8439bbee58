import { undoDiscardAll } from '~/server/enquiries/settle-set-aside';
import { endpoint } from '~/server/http/endpoint';
import { undoDiscardAllSchema } from '~/shared/enquiries/set-aside';

export const POST = endpoint({
  allow: 'staff',
  body: undoDiscardAllSchema,
  handle: async ({ body: { undo } }) => ({ restored: await undoDiscardAll(undo) }),
});

import { endpoint } from '~/server/http/endpoint';
import { restoreNote } from '~/server/leads/notes/notes';
import { noteAnswer } from '~/shared/leads/event';
import { idParamsSchema } from '~/shared/row-id';

export const POST = endpoint({
  allow: 'staff',
  open: { answer: noteAnswer },
  params: idParamsSchema,
  handle: async ({ params: { id }, user }) => ({ note: await restoreNote(id, user) }),
});

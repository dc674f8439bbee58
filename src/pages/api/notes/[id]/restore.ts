import { endpoint } from '~/server/http/endpoint';
import { restoreNote } from '~/server/leads/notes/notes';
import { noteAnswer } from '~/shared/leads/event';

export const POST = endpoint({
  allow: 'staff',
  forPrograms: { answer: noteAnswer },
  params: 'row',
  handle: async ({ params: { id }, user }) => ({ note: await restoreNote(id, user) }),
});

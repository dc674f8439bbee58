import { endpoint } from '~/server/http/endpoint';
import { deleteNote, editNote } from '~/server/leads/notes/notes';
import { noBody } from '~/shared/answers';
import { noteAnswer } from '~/shared/leads/event';
import { noteSchema } from '~/shared/leads/schema';

export const PATCH = endpoint({
  allow: 'staff',
  forPrograms: { answer: noteAnswer },
  params: 'row',
  body: noteSchema,
  handle: async ({ params: { id }, body, user }) => ({ note: await editNote(id, body, user.id) }),
});

export const DELETE = endpoint({
  allow: 'staff',
  forPrograms: { answer: noBody },
  params: 'row',
  deletes: 1,
  handle: ({ params: { id }, user }) => deleteNote(id, user),
});

import { readPress } from '~/server/creations/creations';
import { answerJson } from '~/server/http/answer';
import { endpoint } from '~/server/http/endpoint';
import { addNote, listNotes } from '~/server/leads/notes/notes';
import { addedNoteAnswer, notesAnswer } from '~/shared/leads/event';
import { noteSchema } from '~/shared/leads/schema';
import { idParamsSchema } from '~/shared/row-id';

const params = idParamsSchema;

export const GET = endpoint({
  allow: 'staff',
  open: { answer: notesAnswer },
  params,
  handle: ({ params: { id } }) => answerJson({ notes: listNotes(id) }),
});

export const POST = endpoint({
  allow: 'staff',
  open: { answer: addedNoteAnswer, status: 201, keyed: true },
  params,
  body: noteSchema,
  handle: async ({ params: { id }, body, user, visit }) =>
    answerJson(await addNote(id, body, readPress(user, visit)), 201),
});

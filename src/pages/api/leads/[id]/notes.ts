import { endpoint } from '~/server/http/endpoint';
import { readIdempotency } from '~/server/idempotency/idempotency';
import { addNote, listNotes } from '~/server/leads/notes/notes';
import { addedNoteAnswer, notesAnswer } from '~/shared/leads/event';
import { noteSchema } from '~/shared/leads/schema';

export const GET = endpoint({
  allow: 'staff',
  forPrograms: { answer: notesAnswer },
  params: 'row',
  handle: ({ params: { id } }) => ({ notes: listNotes(id) }),
});

export const POST = endpoint({
  allow: 'staff',
  forPrograms: { answer: addedNoteAnswer, keyed: true },
  params: 'row',
  body: noteSchema,
  status: 201,
  handle: ({ params: { id }, body, user, visit }) => addNote(id, body, readIdempotency(user, visit)),
});

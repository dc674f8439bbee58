import { answerJson, noContent } from '~/server/http/answer';
import { endpoint } from '~/server/http/endpoint';
import { deleteNote, editNote } from '~/server/leads/notes/notes';
import { noBody } from '~/shared/answers';
import { noteAnswer } from '~/shared/leads/event';
import { noteSchema } from '~/shared/leads/schema';
import { idParamsSchema } from '~/shared/row-id';

const params = idParamsSchema;

export const PATCH = endpoint({
  allow: 'staff',
  open: { answer: noteAnswer },
  params,
  body: noteSchema,
  handle: async ({ params: { id }, body, user }) => answerJson({ note: await editNote(id, body, user.id) }),
});

export const DELETE = endpoint({
  allow: 'staff',
  open: { answer: noBody },
  params,
  handle: async ({ params: { id }, user }) => {
    await deleteNote(id, user);
    return noContent();
  },
});

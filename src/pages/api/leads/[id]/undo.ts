import { endpoint } from '~/server/http/endpoint';
import { undoAct } from '~/server/leads/undo/undo';
import { changedLeadAnswer } from '~/shared/leads/lead';
import { undoActSchema } from '~/shared/leads/schema';

/** Undoes the caller's act on this lead within a day, with its consequences. */
export const POST = endpoint({
  allow: 'staff',
  forPrograms: { answer: changedLeadAnswer, errors: [409] },
  params: 'row',
  body: undoActSchema,
  handle: ({ params: { id }, body, user }) => undoAct(id, body.event, user),
});

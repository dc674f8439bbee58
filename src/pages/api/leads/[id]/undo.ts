import { endpoint } from '~/server/http/endpoint';
import { undoAct } from '~/server/leads/undo/undo';
import { undoneAnswer } from '~/shared/leads/lead';
import { undoActSchema } from '~/shared/leads/schema';
import { idParamsSchema } from '~/shared/row-id';

/** Undoes the caller's act on this lead within a day, with its consequences. */
export const POST = endpoint({
  allow: 'staff',
  open: { answer: undoneAnswer, errors: [409] },
  params: idParamsSchema,
  body: undoActSchema,
  handle: ({ params: { id }, body, user, visit }) => undoAct(id, body.event, { ...user, address: visit.address }),
});

import { endpoint } from '~/server/http/endpoint';
import { findDeletion } from '~/server/leads/trash';
import { deletionAnswer } from '~/shared/leads/lead';
import { idParamsSchema } from '~/shared/row-id';

/** Who deleted a lead that somebody still has open, and when. */
export const GET = endpoint({
  allow: 'staff',
  open: { answer: deletionAnswer },
  params: idParamsSchema,
  handle: ({ params: { id } }) => ({ deletion: findDeletion(id) }),
});

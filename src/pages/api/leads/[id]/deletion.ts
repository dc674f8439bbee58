import { endpoint } from '~/server/http/endpoint';
import { findDeletion } from '~/server/leads/trash';
import { deletionAnswer } from '~/shared/leads/lead';

/** Who deleted a lead that somebody still has open, and when. */
export const GET = endpoint({
  allow: 'staff',
  forPrograms: { answer: deletionAnswer },
  params: 'row',
  handle: ({ params: { id } }) => ({ deletion: findDeletion(id) }),
});

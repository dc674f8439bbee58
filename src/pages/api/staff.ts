import { endpoint } from '~/server/http/endpoint';
import { listStaff } from '~/server/leads/owners/owners';
import { staffAnswer } from '~/shared/accounts/member';

/** Possible owners of leads. */
export const GET = endpoint({
  allow: 'staff',
  forPrograms: { answer: staffAnswer },
  handle: () => ({ staff: listStaff() }),
});

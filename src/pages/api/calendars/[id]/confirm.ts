import { confirmCalendarAddress } from '~/server/calendar/calendar-address';
import { endpoint } from '~/server/http/endpoint';
import { userParamsSchema } from '~/shared/accounts/member';

/** Ends the rest of somebody's calendar address. */
export const POST = endpoint({
  allow: 'admin',
  confirmed: true,
  params: userParamsSchema,
  handle: ({ params: { id }, actor }) => confirmCalendarAddress(id, actor),
});

import { confirmCalendarAddress } from '~/server/calendar/calendar-address';
import { endpoint } from '~/server/http/endpoint';

/** Ends the rest of somebody's calendar address. */
export const POST = endpoint({
  allow: 'admin',
  confirmed: true,
  params: 'uuid',
  handle: ({ params: { id }, actor }) => confirmCalendarAddress(id, actor),
});

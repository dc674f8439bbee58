import { dropCalendarAddressOf } from '~/server/calendar/calendar-address';
import { endpoint } from '~/server/http/endpoint';

/** Revokes somebody's calendar address. */
export const DELETE = endpoint({
  allow: 'admin',
  confirmed: true,
  params: 'uuid',
  handle: ({ params: { id }, actor }) => dropCalendarAddressOf(id, actor),
});

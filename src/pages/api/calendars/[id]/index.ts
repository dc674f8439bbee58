import { dropCalendarAddressOf } from '~/server/calendar/calendar-address';
import { endpoint } from '~/server/http/endpoint';
import { userParamsSchema } from '~/shared/accounts/member';

/** Revokes somebody's calendar address. */
export const DELETE = endpoint({
  allow: 'admin',
  confirmed: true,
  params: userParamsSchema,
  handle: ({ params: { id }, actor }) => dropCalendarAddressOf(id, actor),
});

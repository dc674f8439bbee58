import { dropCalendarAddress, makeCalendarAddress, readOwnCalendar } from '~/server/calendar/calendar-address';
import { endpoint } from '~/server/http/endpoint';

export const GET = endpoint({ allow: 'staff', handle: ({ user }) => readOwnCalendar(user.id) });

/** The only response that reveals the address. */
export const POST = endpoint({
  allow: 'staff',
  // The address keeps revealing upcoming contacts to any program, for as long as it exists.
  confirmed: true,
  status: 201,
  handle: ({ actor }) => makeCalendarAddress(actor),
});

export const DELETE = endpoint({ allow: 'staff', handle: ({ actor }) => dropCalendarAddress(actor) });

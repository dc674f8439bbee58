import { actorOf } from '~/server/audit/audit';
import { dropCalendarAddress, makeCalendarAddress, readOwnCalendar } from '~/server/calendar/calendar';
import { answerJson, noContent } from '~/server/http/answer';
import { endpoint } from '~/server/http/endpoint';

export const GET = endpoint({ allow: 'staff', handle: ({ user }) => answerJson(readOwnCalendar(user.id)) });

/** The only response that reveals the address. */
export const POST = endpoint({
  allow: 'staff',
  // The address keeps revealing upcoming contacts to any program, for as long as it exists.
  confirmed: true,
  handle: async ({ user, visit }) => answerJson(await makeCalendarAddress(actorOf(user, visit)), 201),
});

export const DELETE = endpoint({
  allow: 'staff',
  handle: async ({ user, visit }) => {
    await dropCalendarAddress(actorOf(user, visit));
    return noContent();
  },
});

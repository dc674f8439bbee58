import { actorOf } from '~/server/audit/audit';
import { dropCalendarAddress, makeCalendarAddress, readOwnCalendar } from '~/server/calendar/calendar';
import { answerJson, noContent } from '~/server/http/answer';
import { endpoint } from '~/server/http/endpoint';

export const GET = endpoint({ allow: 'staff', handle: ({ user }) => answerJson(readOwnCalendar(user.id)) });

/** The answer tells the address, once. */
export const POST = endpoint({
  allow: 'staff',
  // A program reads by it whom they will talk to, for as long as it stands.
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

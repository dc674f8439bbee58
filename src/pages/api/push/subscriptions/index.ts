import { actorOf } from '~/server/audit/audit';
import { answerJson, noContent } from '~/server/http/answer';
import { endpoint } from '~/server/http/endpoint';
import {
  isOwnDevice,
  listDevices,
  seeDevice,
  subscribe,
  unsubscribe,
} from '~/server/notices/push/subscriptions';
import { currentSessionHash } from '~/server/sessions/sessions';
import { endpointSchema, subscribeSchema } from '~/shared/notices/push';

export const GET = endpoint({
  allow: 'staff',
  handle: ({ user }) => answerJson({ devices: listDevices(user.id) }),
});

export const POST = endpoint({
  allow: 'staff',
  body: subscribeSchema,
  // Browsers renew subscriptions by themselves, with nobody there to ask.
  confirmed: ({ body, user }) => !isOwnDevice(body, user.id),
  handle: async ({ body, user, visit }) => {
    const sessionHash = currentSessionHash(visit.cookies);
    const userAgent = visit.header('user-agent');
    return answerJson(await subscribe(body, { actor: actorOf(user, visit), sessionHash, userAgent }), 201);
  },
});

/** Marks the device as in use. */
export const PATCH = endpoint({
  allow: 'staff',
  body: endpointSchema,
  handle: async ({ body, user, visit }) => {
    const sessionHash = currentSessionHash(visit.cookies);
    return answerJson(await seeDevice(body.endpoint, { userId: user.id, sessionHash }));
  },
});

export const DELETE = endpoint({
  allow: 'staff',
  body: endpointSchema,
  handle: async ({ body }) => {
    await unsubscribe(body.endpoint);
    return noContent();
  },
});

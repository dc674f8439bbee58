import { endpoint } from '~/server/http/endpoint';
import {
  bindDeviceToSession,
  isOwnDevice,
  listDevices,
  subscribe,
  unsubscribe,
} from '~/server/notices/push/subscriptions';
import { currentSessionHash } from '~/server/sessions/sessions';
import { endpointSchema, subscribeSchema } from '~/shared/notices/push';

export const GET = endpoint({ allow: 'staff', handle: ({ user }) => ({ devices: listDevices(user.id) }) });

export const POST = endpoint({
  allow: 'staff',
  body: subscribeSchema,
  // Browsers renew subscriptions by themselves, with nobody there to ask.
  confirmed: ({ body, user }) => !isOwnDevice(body, user.id),
  status: 201,
  handle: ({ body, actor, visit }) => {
    const sessionHash = currentSessionHash(visit.cookies);
    const { userAgent } = visit;
    return subscribe(body, { actor, sessionHash, userAgent });
  },
});

/** Marks the device as in use. */
export const PATCH = endpoint({
  allow: 'staff',
  body: endpointSchema,
  handle: ({ body, user, visit }) => {
    const sessionHash = currentSessionHash(visit.cookies);
    return bindDeviceToSession(body.endpoint, { userId: user.id, sessionHash });
  },
});

export const DELETE = endpoint({
  allow: 'staff',
  body: endpointSchema,
  handle: ({ body }) => unsubscribe(body.endpoint),
});

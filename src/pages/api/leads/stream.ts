import { z } from 'zod';
import { endpoint } from '~/server/http/endpoint';
import { addListener } from '~/server/leads/live/stream';
import { currentSessionHash, hasOpenSession, wasSessionEnded } from '~/server/sessions/sessions';

/** A slow reader is disconnected instead of buffered in memory; it reconnects by itself. */
const MAX_UNREAD_BYTES = 4 * 1024 * 1024;

const eventId = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

/** Changes of leads as server-sent events, resuming after `Last-Event-ID`, or after `after` on the first call. */
export const GET = endpoint({
  allow: 'staff',
  query: z.object({ after: eventId.optional() }),
  handle: ({ query, user, visit }) => {
    const resumed = eventId.safeParse(visit.header('last-event-id') ?? undefined).data;
    let leave = () => {};
    const stream = new ReadableStream<Uint8Array>(
      {
        start(controller) {
          const listener = {
            account: user.id,
            browser: currentSessionHash(visit.cookies).toString('hex'),
            name: user.name,
            send(message: Uint8Array) {
              if ((controller.desiredSize ?? 0) <= 0) return false;
              controller.enqueue(message);
              return true;
            },
            close: () => controller.close(),
            isAuthorised: () => hasOpenSession(visit.cookies),
            wasSignedOut: () => wasSessionEnded(visit.cookies),
          };
          leave = addListener(listener, resumed ?? query.after);
        },
        cancel: () => leave(),
      },
      new ByteLengthQueuingStrategy({ highWaterMark: MAX_UNREAD_BYTES }),
    );
    return new Response(stream, {
      headers: { 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' },
    });
  },
});

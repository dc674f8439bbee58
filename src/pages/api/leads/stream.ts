import { z } from 'zod';
import { endpoint } from '~/server/http/endpoint';
import { addListener } from '~/server/leads/live/panels';
import { frame } from '~/server/leads/live/updates';
import { currentSessionHash, peekSessionUser, wasSessionEnded } from '~/server/sessions/sessions';

/** A slow reader is disconnected instead of buffered in memory; it reconnects by itself. */
const MAX_UNREAD_BYTES = 4 * 1024 * 1024;

const eventId = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

const answerStream = (body: BodyInit) =>
  new Response(body, {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    },
  });

/** Changes of leads as server-sent events, resuming after `Last-Event-ID`, or after `after` on the first call. */
export const GET = endpoint({
  allow: 'staff',
  // The session may have ended while the page was on its way, or while its stream was interrupted: a page is told in
  // the stream, as it learns nothing from a refused one.
  answerError: ({ code }, visit) =>
    code === 'unauthenticated' && visit.header('accept') === 'text/event-stream' && wasSessionEnded(visit.cookies)
      ? answerStream(frame('signed-out', null))
      : null,
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
            isAuthorised: () => {
              const present = peekSessionUser(visit.cookies);
              return present !== null && !present.must_set_second_factor;
            },
            wasSignedOut: () => wasSessionEnded(visit.cookies),
          };
          leave = addListener(listener, resumed ?? query.after);
        },
        cancel: () => leave(),
      },
      new ByteLengthQueuingStrategy({ highWaterMark: MAX_UNREAD_BYTES }),
    );
    return answerStream(stream);
  },
});

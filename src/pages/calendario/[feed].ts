import { z } from 'zod';
import { authenticateFeed } from '~/server/calendar/calendar-address';
import { renderFeed } from '~/server/calendar/calendar-feed';
import { WholeAnswer } from '~/server/http/answer';
import { endpoint } from '~/server/http/endpoint';
import { isKnownVersion } from '~/server/http/request-checks';

const params = z.object({
  feed: z
    .string()
    .regex(/^[\w-]{43}\.ics$/)
    .transform((feed) => feed.slice(0, -'.ics'.length)),
});

/** For calendar programs, whose only credential is the address. */
export const GET = endpoint({
  allow: 'anyone',
  params,
  handle: async ({ params: { feed: secret }, visit }) => {
    const { text, etag } = renderFeed(await authenticateFeed(secret, visit), Date.now());
    const headers = { etag, 'cache-control': 'private, no-cache', 'x-robots-tag': 'noindex' };
    if (isKnownVersion(visit.header('if-none-match'), etag)) return new WholeAnswer(304, undefined, headers);
    return new WholeAnswer(200, text, { ...headers, 'content-type': 'text/calendar; charset=utf-8' });
  },
});

import { z } from 'zod';
import { authenticateFeed } from '~/server/calendar/calendar-feed';
import { renderFeed } from '~/server/calendar/render-feed';
import { WholeAnswer } from '~/server/http/answer';
import { endpoint } from '~/server/http/endpoint';
import { isKnownVersion } from '~/server/http/request-checks';

const params = z.object({
  file: z
    .string()
    .regex(/^[\w-]{43}\.ics$/)
    .transform((file) => file.slice(0, -'.ics'.length)),
});

/** For calendar programs, whose only credential is the address. */
export const GET = endpoint({
  allow: 'anyone',
  params,
  handle: async ({ params: { file: secret }, visit }) => {
    const { text, etag } = renderFeed(await authenticateFeed(secret, visit), Date.now());
    const headers = { etag, 'cache-control': 'private, no-cache', 'x-robots-tag': 'noindex' };
    if (isKnownVersion(visit.header('if-none-match'), etag)) return new WholeAnswer(304, undefined, headers);
    return new WholeAnswer(200, text, { ...headers, 'content-type': 'text/calendar; charset=utf-8' });
  },
});

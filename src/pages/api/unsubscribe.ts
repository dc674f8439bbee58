import { noContent, seeOther } from '~/server/http/answer';
import { endpoint } from '~/server/http/endpoint';
import { stopMailsTo } from '~/server/notices/mails/unsubscribe';
import { unsubscribeSchema } from '~/shared/notices/schema';

/**
 * Stops the mails of the kind that names this address (RFC 8058). A mail program sends it without a session, and follows no redirect; the
 * page's own form leads on. Whether the token was anybody's is not told.
 */
export const POST = endpoint({
  allow: 'anyone',
  from: 'the landing',
  query: unsubscribeSchema,
  handle: async ({ query, visit }) => {
    await stopMailsTo(query, visit.address);
    return visit.readText().includes('List-Unsubscribe=One-Click')
      ? noContent()
      : seeOther('/cuenta/baja?listo=1');
  },
});

/** Looking changes nothing: programs that check a mail's links look at each. */
export const GET = endpoint({
  allow: 'anyone',
  query: unsubscribeSchema,
  handle: ({ query }) => seeOther(`/cuenta/baja?${new URLSearchParams(query)}`),
});

import { noContent, seeOther } from '~/server/http/answer';
import { endpoint } from '~/server/http/endpoint';
import { stopMailsTo } from '~/server/notices/mails/unsubscribe';
import { unsubscribeSchema } from '~/shared/notices/schema';

/**
 * One-click unsubscribe (RFC 8058) from the topic in this address. Mail programs call it without a session and follow
 * no redirect; the page's own form leads on. The answer does not reveal whether the token is valid.
 */
export const POST = endpoint({
  allow: 'anyone',
  from: 'outside',
  query: unsubscribeSchema,
  handle: async ({ query, visit }) => {
    await stopMailsTo(query, visit.address);
    return visit.readText().includes('List-Unsubscribe=One-Click') ? noContent() : seeOther('/cuenta/baja?listo=1');
  },
});

/** A GET changes nothing: link scanners open every link in a mail. */
export const GET = endpoint({
  allow: 'anyone',
  query: unsubscribeSchema,
  handle: ({ query }) => seeOther(`/cuenta/baja?${new URLSearchParams(query)}`),
});

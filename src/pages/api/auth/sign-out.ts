import { endSession } from '~/server/accounts/sessions';
import { actorOf, recordAudit } from '~/server/audit/audit';
import { endpoint, methodNotAllowed, noContent } from '~/server/endpoint';

export const POST = endpoint({
  allow: 'newcomer',
  handle: ({ user, astro }) => {
    recordAudit({ type: 'sign_out', actor: actorOf(user, astro) });
    endSession(astro.cookies);
    const response = noContent();
    response.headers.set('clear-site-data', '"cache", "storage"');
    return response;
  },
});

export const ALL = methodNotAllowed;

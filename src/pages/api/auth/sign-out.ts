import { endSession } from '~/server/accounts/sessions';
import { noContent } from '~/server/answer';
import { actorOf, recordAudit } from '~/server/audit/audit';
import { endpoint, methodNotAllowed } from '~/server/endpoint';

export const POST = endpoint({
  allow: 'newcomer',
  handle: ({ user, astro }) => {
    recordAudit({ type: 'sign_out', actor: actorOf(user, astro) });
    endSession(astro.cookies);
    return noContent({ 'clear-site-data': '"cache", "storage"' });
  },
});

export const ALL = methodNotAllowed;

import { actorOf, recordAudit } from '~/server/audit/audit';
import { noContent } from '~/server/http/answer';
import { endpoint } from '~/server/http/endpoint';
import { endSession } from '~/server/sessions/sessions';

export const POST = endpoint({
  allow: 'newcomer',
  handle: ({ user, visit }) => {
    recordAudit({ type: 'sign_out', actor: actorOf(user, visit) });
    endSession(visit.cookies);
    // Not "storage": it would also delete drafts of another tab. The screen deletes its own drafts.
    return noContent({ 'clear-site-data': '"cache"' });
  },
});

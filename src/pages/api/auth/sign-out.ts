import { noContent } from '~/server/http/answer';
import { endpoint } from '~/server/http/endpoint';
import { signOut } from '~/server/sessions/sessions';

export const POST = endpoint({
  allow: 'newcomer',
  handle: async ({ user, visit }) => {
    await signOut(user, visit);
    // Not "storage": it would also delete drafts of another tab. The screen deletes its own drafts.
    return noContent({ 'clear-site-data': '"cache"' });
  },
});

import { noContent } from '~/server/http/answer';
import { endpoint } from '~/server/http/endpoint';
import { signOut } from '~/server/sessions/sessions';

export const POST = endpoint({
  allow: 'newcomer',
  handle: async ({ user, visit }) => {
    await signOut(user, visit);
    // Not "storage", which would also delete another tab's drafts. The screen deletes its own.
    return noContent({ 'clear-site-data': '"cache"' });
  },
});

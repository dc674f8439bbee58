import { actorOf } from '~/server/audit/audit';
import {
  createCoordinator,
  deleteUserAccount,
  getUserEmails,
  resetUserPassword,
} from '~/server/coordinators/manage-users';
import { answerJson } from '~/server/http/answer';
import { endpoint, methodNotAllowed } from '~/server/http/endpoint';
import { manageUsersSchema } from '~/shared/accounts/schema';

/** Four actions behind one address, as the product's clients know them; every answer says `success`. */
export const POST = endpoint({
  allow: 'admin',
  body: manageUsersSchema,
  describeError: (body) => ({ success: false, ...body }),
  handle: async ({ body, user, astro }) => {
    const actor = actorOf(user, astro);
    switch (body.action) {
      case 'createCoordinator': {
        const { magicLinkSent, ...created } = await createCoordinator(body, actor);
        return answerJson({ success: true, user: created, magicLinkSent });
      }
      case 'getUserEmails':
        return answerJson({ success: true, emails: getUserEmails(body.userIds) });
      case 'resetPassword':
        await resetUserPassword(body.userId, actor);
        return answerJson({ success: true });
      case 'deleteUser':
        deleteUserAccount(body.userId, actor);
        return answerJson({ success: true });
    }
  },
});

export const ALL = methodNotAllowed;

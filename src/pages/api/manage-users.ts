import { actorOf } from '~/server/audit/audit';
import { createCoordinator, deleteUserAccount, getUserEmails } from '~/server/coordinators/manage-users';
import { answerJson } from '~/server/http/answer';
import { endpoint } from '~/server/http/endpoint';
import { resetUserPassword } from '~/server/passwords/reset';
import { manageUsersSchema } from '~/shared/accounts/schema';

/** Four actions at one address, as this product's clients expect; every answer has `success`. */
export const POST = endpoint({
  allow: 'admin',
  body: manageUsersSchema,
  confirmed: ({ body }) => body.action === 'deleteUser' || body.action === 'resetPassword',
  answerError: (error) => answerJson({ success: false, ...error.toBody() }, error.status, error.headers),
  handle: async ({ body, user, visit }) => {
    const actor = actorOf(user, visit);
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
        await deleteUserAccount(body.userId, actor);
        return answerJson({ success: true });
    }
  },
});

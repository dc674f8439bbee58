import { deleteUserAccount } from '~/server/accounts/delete-account';
import { createCoordinator, getUserEmails } from '~/server/coordinators/coordinators';
import { answerJson } from '~/server/http/answer';
import { endpoint } from '~/server/http/endpoint';
import { resetUserPassword } from '~/server/passwords/reset-by-others';
import { manageUsersSchema } from '~/shared/accounts/schema';

/** Four actions at one address, as this product's clients expect; every answer has `success`. */
export const POST = endpoint({
  allow: 'admin',
  body: manageUsersSchema,
  confirmed: ({ body }) => body.action === 'deleteUser' || body.action === 'resetPassword',
  answerError: (error) => answerJson({ success: false, ...error.toBody() }, error.status, error.headers),
  handle: async ({ body, actor }) => {
    switch (body.action) {
      case 'createCoordinator': {
        const { magicLinkSent, ...created } = await createCoordinator(body, actor);
        return { success: true, user: created, magicLinkSent };
      }
      case 'getUserEmails':
        return { success: true, emails: getUserEmails(body.userIds) };
      case 'resetPassword':
        await resetUserPassword(body.userId, actor);
        return { success: true };
      case 'deleteUser':
        await deleteUserAccount(body.userId, actor);
        return { success: true };
    }
  },
});

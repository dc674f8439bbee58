import { inSharedTransaction } from '~/server/database/group-commit';
import { selectUnsubscribeToken, stopMails } from '../people-queries';

/** The addresses with which one mail's reader stops all that they can choose not to get; null if they are gone. */
export function unsubscribePaths(userId: string): { page: string; oneClick: string } | null {
  const token = selectUnsubscribeToken().get({ id: userId })?.unsubscribe_token;
  if (!token) return null;
  return { page: `/cuenta/baja?token=${token}`, oneClick: `/api/unsubscribe?token=${token}` };
}

/** Whoever's mails name this token gets none any more, except about their account and what is wrong with the CRM. */
export async function stopMailsTo(token: string): Promise<void> {
  await inSharedTransaction(() => stopMails().run({ unsubscribe_token: token }));
}

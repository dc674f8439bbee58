import { actorOf } from '~/server/audit/audit';
import { answerJson } from '~/server/http/answer';
import { endpoint } from '~/server/http/endpoint';
import { changeTeamNotices } from '~/server/notices/settings/change-settings';
import { readTeamNotices } from '~/server/notices/settings/settings';
import { teamNoticesSchema } from '~/shared/notices/schema';

export const GET = endpoint({ allow: 'admin', handle: () => answerJson(readTeamNotices()) });

export const PATCH = endpoint({
  allow: 'admin',
  body: teamNoticesSchema,
  handle: async ({ body, user, visit }) => answerJson(await changeTeamNotices(body, actorOf(user, visit))),
});

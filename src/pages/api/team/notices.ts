import { endpoint } from '~/server/http/endpoint';
import { changeTeamNotices } from '~/server/notices/settings/change-settings';
import { readTeamNotices } from '~/server/notices/settings/settings';
import { teamNoticesSchema } from '~/shared/notices/schema';

export const GET = endpoint({ allow: 'admin', handle: () => readTeamNotices() });

export const PATCH = endpoint({
  allow: 'admin',
  body: teamNoticesSchema,
  handle: ({ body, actor }) => changeTeamNotices(body, actor),
});

import { endpoint } from '~/server/http/endpoint';
import { changeTeamNotices } from '~/server/notices/settings/change-settings';
import { readTeamNotices } from '~/server/notices/settings/settings';
import { teamNoticesSchema } from '~/shared/notices/schema';
import { readOwnZone } from '~/shared/zone-cookie';

export const GET = endpoint({ allow: 'admin', handle: () => readTeamNotices() });

export const PATCH = endpoint({
  allow: 'admin',
  body: teamNoticesSchema,
  // The hours are those of the administrator's clock.
  handle: ({ body, actor, visit }) => changeTeamNotices(body, readOwnZone(visit.cookies), actor),
});

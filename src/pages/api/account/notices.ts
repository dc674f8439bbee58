import { endpoint } from '~/server/http/endpoint';
import { changeOwnNotices } from '~/server/notices/settings/change-settings';
import { readOwnNotices } from '~/server/notices/settings/settings';
import { changeNoticesSchema } from '~/shared/notices/schema';

export const GET = endpoint({ allow: 'staff', handle: ({ user }) => readOwnNotices(user.id) });

export const PATCH = endpoint({
  allow: 'staff',
  body: changeNoticesSchema,
  handle: ({ body, user }) => changeOwnNotices(user.id, body),
});

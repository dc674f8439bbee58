import { endpoint } from '~/server/http/endpoint';
import { listTeam } from '~/server/team/team';

export const GET = endpoint({ allow: 'admin', handle: () => ({ members: listTeam() }) });

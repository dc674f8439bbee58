import { endpoint } from '~/server/http/endpoint';
import { listResting } from '~/server/resting/resting';

export const GET = endpoint({ allow: 'admin', handle: () => ({ resting: listResting() }) });

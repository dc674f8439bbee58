import { endpoint } from '~/server/http/endpoint';
import { readPublicKey } from '~/server/notices/push/keys';

export const GET = endpoint({ allow: 'staff', handle: () => ({ key: readPublicKey() }) });

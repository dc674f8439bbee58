import { endpoint } from '~/server/http/endpoint';
import { listLines } from '~/server/webhooks/webhooks';

export const GET = endpoint({ allow: 'admin', handle: () => ({ lines: listLines() }) });

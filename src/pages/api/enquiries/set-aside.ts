import { answerJson } from '~/server/answer';
import { endpoint, methodNotAllowed } from '~/server/endpoint';
import { listSetAside } from '~/server/enquiries/set-aside';

export const GET = endpoint({
  allow: 'staff',
  handle: async () => answerJson({ enquiries: await listSetAside() }),
});

export const ALL = methodNotAllowed;

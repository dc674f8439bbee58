import { endSession } from '~/server/accounts/sessions';
import { endpoint, methodNotAllowed, noContent } from '~/server/endpoint';

export const POST = endpoint({
  allow: 'newcomer',
  handle: ({ astro }) => {
    endSession(astro.cookies);
    const response = noContent();
    response.headers.set('clear-site-data', '"cache", "storage"');
    return response;
  },
});

export const ALL = methodNotAllowed;

import { answerJson } from '~/server/http/answer';
import { endpoint, methodNotAllowed } from '~/server/http/endpoint';

export const GET = endpoint({ allow: 'anyone', handle: ({ user }) => answerJson({ user }) });

export const ALL = methodNotAllowed;

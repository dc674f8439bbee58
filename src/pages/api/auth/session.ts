import { answerJson } from '~/server/answer';
import { endpoint, methodNotAllowed } from '~/server/endpoint';

export const GET = endpoint({ allow: 'anyone', handle: ({ user }) => answerJson({ user }) });

export const ALL = methodNotAllowed;

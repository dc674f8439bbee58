import { pino } from 'pino';
import { requestScope } from './request-scope';

/** The process's log: one JSON object a line on standard output, with its request's id and without secrets. */
export const log = pino({
  base: null,
  mixin() {
    const requestId = requestScope.getStore();
    return requestId === undefined ? {} : { request_id: requestId };
  },
  timestamp: pino.stdTimeFunctions.isoTime,
  redact: {
    paths: [
      'password',
      'token',
      'secret',
      'authorization',
      'cookie',
      '*.password',
      '*.token',
      '*.secret',
      '*.authorization',
      '*.cookie',
    ],
    censor: '[oculto]',
  },
});

import { pino } from 'pino';

/** The process's log: one JSON object a line on standard output, without secrets. */
export const log = pino({
  base: null,
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

import { type LoggerOptions, pino } from 'pino';
import { requestScope } from './request-scope';

/** Lines that only tell what went well are written some at a time: one by one they cost more than a short answer. */
const FLUSH_EVERY_MS = 100;
const WARN = 40;

const output = pino.destination({ sync: true, minLength: 8192, periodicFlush: FLUSH_EVERY_MS });
process.on('exit', () => output.flushSync());

const options: LoggerOptions = {
  base: null,
  hooks: {
    logMethod(parts, method, level) {
      method.apply(this, parts);
      if (level >= WARN) output.flushSync();
    },
  },
  mixin() {
    const requestId = requestScope.getStore();
    return requestId === undefined ? {} : { request_id: requestId };
  },
  timestamp: pino.stdTimeFunctions.isoTime,
};

const SECRETS = ['password', 'token', 'secret', 'authorization', 'cookie'];

/** The process's log: one JSON object a line on standard output, with its request's id and without secrets. */
export const log = pino(
  { ...options, redact: { paths: SECRETS.flatMap((name) => [name, `*.${name}`]), censor: '[oculto]' } },
  output,
);

/** The same for the line of each request, whose fields are fixed: looking for secrets takes longer than writing it. */
export const requestLog = pino(options, output);

import { writeSync } from 'node:fs';
import { type LoggerOptions, pino } from 'pino';
import { requestScope } from './http/request-scope';

/** Lines that only tell what went well are written some at a time: one by one they cost more than a short answer. */
const WRITE_WITHIN_MS = 100;
const WRITE_AT_LEAST = 8192;
/** What is kept for a reader that falls behind; past it, lines are lost and not the process's memory. */
const MOST_KEPT = 2 ** 20;
const STANDARD_OUTPUT = 1;
const WARN = 40;

let lines = '';
/** What a slow reader has not taken yet. */
let rest: Buffer = Buffer.alloc(0);
let timer: NodeJS.Timeout | undefined;

const output = {
  write(line: string): void {
    if (lines.length + rest.byteLength < MOST_KEPT) lines += line;
    if (lines.length >= WRITE_AT_LEAST) writeLines();
    else writeLater();
  },
};
process.on('exit', writeLines);

function writeLater(): void {
  timer ??= setTimeout(writeLines, WRITE_WITHIN_MS).unref();
}

/** Never fails: a log that nobody reads, or for which the disk has no room, must not end or hold up the process. */
function writeLines(): void {
  clearTimeout(timer);
  timer = undefined;
  const bytes = Buffer.concat([rest, Buffer.from(lines)]);
  lines = '';
  let written = 0;
  try {
    while (written < bytes.byteLength) written += writeSync(STANDARD_OUTPUT, bytes, written);
    rest = Buffer.alloc(0);
  } catch (error) {
    const isBusy = (error as NodeJS.ErrnoException).code === 'EAGAIN';
    rest = isBusy ? bytes.subarray(written) : Buffer.alloc(0);
    if (isBusy) writeLater();
  }
}

const options: LoggerOptions = {
  base: null,
  hooks: {
    logMethod(parts, method, level) {
      method.apply(this, parts);
      if (level >= WARN) writeLines();
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

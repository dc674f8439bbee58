import { AsyncLocalStorage } from 'node:async_hooks';
import { writeSync } from 'node:fs';
import { type LoggerOptions, pino } from 'pino';

/** The request the running code works for: its id and, once known, the id of the user or token. */
type RequestScope = { readonly id: string; user?: string; token?: string };

/** Undefined outside of requests. */
export const requestScope = new AsyncLocalStorage<RequestScope>();

/** Lines below 'warn' are batched: one by one they would cost more than a short answer. */
const BATCH_MS = 100;
const BATCH_CHARACTERS = 8192;
/** Characters buffered for a slow reader. Beyond that lines are dropped, so memory does not grow. */
const MAX_BUFFERED = 2 ** 20;
const STANDARD_OUTPUT = 1;
const WARN = 40;

let lines = '';
/** Bytes the reader has not accepted yet. */
let rest: Buffer = Buffer.alloc(0);
let timer: NodeJS.Timeout | undefined;

const output = {
  write(line: string): void {
    if (lines.length + rest.byteLength < MAX_BUFFERED) lines += line;
    if (lines.length >= BATCH_CHARACTERS) writeLines();
    else writeLater();
  },
};
process.on('exit', writeLines);

function writeLater(): void {
  timer ??= setTimeout(writeLines, BATCH_MS).unref();
}

/** Never throws: a log without a reader, or on a full disk, must not end or block the process. */
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
    const scope = requestScope.getStore();
    return scope === undefined ? {} : { request_id: scope.id };
  },
  timestamp: pino.stdTimeFunctions.isoTime,
};

const SECRETS = ['password', 'token', 'secret', 'authorization', 'cookie'];

/** The process's log: one JSON object per line on standard output, with the request's id and without secrets. */
export const log = pino(
  { ...options, redact: { paths: SECRETS.flatMap((name) => [name, `*.${name}`]), censor: '[oculto]' } },
  output,
);

/** The log of requests. Not redacted: its fields are fixed, and searching them would take longer than writing. */
export const requestLog = pino(options, output);

/** From here on only warnings and errors, at a terminal: lines for each request would carry off what was printed. */
export function quietenAtTerminal(): void {
  if (process.stdout.isTTY) for (const each of [log, requestLog]) each.level = 'warn';
}

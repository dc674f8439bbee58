import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { Waiting, whenAwaited } from './within.ts';

/** The built server as a separate process on a free port, with its own database and mails. */
export type TestServer = {
  url: string;
  port: number;
  folder: string;
  databasePath: string;
  /** Where it is kept open (database.ts). */
  database?: Database;
  mailDir: string;
  /** Every whole line printed so far. */
  output: () => string;
  /** Resolves with the first match in its output, past or future; rejects with all of it if it ends without one. */
  printed: (pattern: RegExp) => Promise<RegExpExecArray>;
  process: ChildProcess;
  /** Resolves with the exit code, once all that it printed was read. */
  exited: PromiseLike<number | null>;
  /** Sends SIGTERM, waits for the exit and removes the folder (unless `keep`). */
  stop: (options?: { keep?: boolean }) => Promise<number | null>;
};

export type ServerOptions = {
  env?: Record<string, string>;
  /** The folder of an earlier server, to restart on its database. */
  folder?: string;
  /** Starts without a database, so that it creates and migrates one. */
  startsOnNothing?: boolean;
  port?: number;
  /** The built program, if not in dist. */
  program?: string;
  /** The limit of open files. */
  handles?: number;
  /** A different start command, run in its own folder. */
  command?: { line: string; cwd: string };
};

/** The memory limits of `npm run serve`. */
const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
export const memoryLimits: string[] = manifest.scripts.serve.match(/--max-\S+/g);

const READY = /^ {2}CRM: /m;

/** Starts the built server and waits until it listens. Rejects with its output if it exits instead. */
export async function startServer(options: ServerOptions = {}): Promise<TestServer> {
  const server = await spawnServer(options);
  await server.printed(READY);
  return server;
}

/** Like startServer, but returns at once, for starts that should fail. */
export async function spawnServer({
  env = {},
  folder,
  port,
  program: built,
  handles,
  command: other,
  startsOnNothing = false,
}: ServerOptions = {}): Promise<TestServer> {
  const home = folder ?? mkdtempSync(join(process.env.CRM_TEST_SERVERS ?? tmpdir(), 'server-'));
  const listeningOn = port ?? (await findFreePort());
  const databasePath = env.DATABASE_PATH ?? join(home, 'crm.sqlite');
  const { CRM_TEST_EMPTY_DATABASE: migrated } = process.env;
  if (migrated && !startsOnNothing && !folder && !env.DATABASE_PATH) copyFileSync(migrated, databasePath);
  const mailDir = join(home, 'mail');
  const program = [process.execPath, ...memoryLimits, built ?? join(process.cwd(), 'dist', 'server', 'main.mjs')];
  const [command = '', ...args] = other
    ? ['sh', '-c', other.line]
    : handles
      ? ['sh', '-c', `ulimit -n ${handles}; exec "$0" "$@"`, ...program]
      : program;
  const child = spawn(command, args, {
    ...(other && { cwd: other.cwd }),
    env: {
      PATH: process.env.PATH,
      PORT: String(listeningOn),
      DATABASE_PATH: databasePath,
      MAIL_DIR: mailDir,
      RATE_LIMIT_SCALE: '1000',
      // Otherwise the first backup and check would run during the test.
      BACKUP_EVERY_HOURS: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const noted = join(home, `${child.pid}.pid`);
  writeFileSync(noted, '');
  // The system gives its number to others then.
  child.once('exit', () => rmSync(noted, { force: true }));
  let text = '';
  const waiting = new Waiting();
  const add = (lines: string) => {
    text += lines;
    waiting.look();
  };
  for (const stream of [child.stdout, child.stderr]) {
    // What has arrived of a line, of which a full pipe takes only a part.
    let begun = '';
    stream
      ?.setEncoding('utf8')
      .on('data', (chunk: string) => {
        const end = chunk.lastIndexOf('\n') + 1;
        if (end > 0) add(begun + chunk.slice(0, end));
        begun = (end > 0 ? '' : begun) + chunk.slice(end);
      })
      .once('end', () => add(begun));
  }
  const lastWords = () => `it printed last:\n${text.slice(-4000)}`;
  let hasEnded = false;
  const ended = once(child, 'close').then(([code]) => {
    hasEnded = true;
    waiting.look();
    return code as number | null;
  });
  const exited = whenAwaited(ended, () => `the server's end; ${lastWords()}`);

  async function stop({ keep = false } = {}): Promise<number | null> {
    child.kill('SIGTERM');
    const code = await exited;
    if (!keep) rmSync(home, { recursive: true, force: true });
    return code;
  }

  return {
    url: `http://localhost:${listeningOn}`,
    port: listeningOn,
    folder: home,
    databasePath,
    mailDir,
    output: () => text,
    printed: (pattern) =>
      waiting.until(
        () => {
          const match = pattern.exec(text);
          if (!match && hasEnded) throw new Error(`the server ended and never printed ${pattern}; ${lastWords()}`);
          return match;
        },
        () => `${pattern} of the server; ${lastWords()}`,
      ),
    process: child,
    exited,
    stop,
  };
}

/** Below the ephemeral port range, so that no other program is given one by chance. */
// Above 10080, to which `fetch` refuses to speak.
const FIRST_PORT = 10_100;
const PORT_COUNT = 20_000;
const PORTS_OF_A_PROCESS = 32;
let portsFound = 0;

/** A free port that stays free: each test process begins in its own range, and takes none that another of its run took. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = FIRST_PORT + ((process.pid * PORTS_OF_A_PROCESS + portsFound++) % PORT_COUNT);
    if (isNobodys(port) && (await isFree(port))) return port;
  }
}

/** Whether no other process of this run has taken the port; it is this one's from then on. */
function isNobodys(port: number): boolean {
  const { CRM_TEST_PORTS: taken } = process.env;
  if (!taken) return true;
  try {
    mkdirSync(join(taken, String(port)));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  }
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, '127.0.0.1');
  try {
    await once(probe, 'listening');
  } catch {
    return false;
  }
  probe.close();
  await once(probe, 'close');
  return true;
}

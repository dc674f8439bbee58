import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { fetchText } from './http';
import { installProgram } from './install-program';
import { findFreePort } from './server';
import { WAIT_TIMEOUT_MS } from './timeouts';

/** Litestream 0.3.13, the version of docs/despliegue. The npm package that contains it is numbered differently. */
const PACKAGE = ['@flydotio/litestream-linux-x64', '1.0.1'] as const;

/** The real Litestream with the shipped settings, except for database, replica and port. */
export type Litestream = {
  replicate: () => ChildProcess;
  /** Restores the replica's latest state. */
  restore: (to: string) => void;
  /** Its metrics: the value of each series, by name with labels. */
  readMetrics: () => Promise<Map<string, number>>;
  /** Everything printed so far. */
  output: () => string;
};

/** Prepares Litestream for a database, with its settings in `folder`. */
export async function prepareLitestream(
  folder: string,
  databasePath: string,
  replica: Record<string, string>,
): Promise<Litestream> {
  const program = join(installProgram(...PACKAGE), 'litestream');
  chmodSync(program, 0o755);
  const { dbs, ...shared } = parse(readFileSync('docs/despliegue/litestream.yml', 'utf8'));
  const { bucket, region, ...shipped } = dbs[0].replicas[0];
  const address = `127.0.0.1:${await findFreePort()}`;
  const settings = join(folder, 'litestream.yml');
  const db = { ...dbs[0], path: databasePath, replicas: [{ ...shipped, ...replica }] };
  writeFileSync(settings, stringify({ ...shared, addr: address, dbs: [db] }));
  const env = {
    PATH: process.env.PATH,
    LITESTREAM_ACCESS_KEY_ID: 'clave',
    LITESTREAM_SECRET_ACCESS_KEY: 'secreto',
  };
  let text = '';

  return {
    output: () => text,
    replicate() {
      const child = spawn(program, ['replicate', '-config', settings], {
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
      return child;
    },
    restore(to) {
      execFileSync(program, ['restore', '-config', settings, '-o', to, databasePath], {
        env,
        stdio: 'pipe',
        timeout: WAIT_TIMEOUT_MS,
      });
    },
    async readMetrics() {
      const { text } = await fetchText(`http://${address}/metrics`);
      const lines = text.split('\n').filter((line) => line.startsWith('litestream_'));
      return new Map(lines.map((line) => line.split(' ') as [string, string]).map(([k, v]) => [k, Number(v)]));
    },
  };
}

/** Sends SIGKILL and waits for the exit. */
export async function killAtOnce(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import Sqlite from 'better-sqlite3';
import { installProgram } from './install-program';
import { findFreePort } from './server';

/**
 * The latest of the line most installations run. It depends on an `xlsx` from SheetJS's own registry; npm has an older
 * one.
 */
const VERSION = '1.123.81';
const EXTRAS = { overrides: { xlsx: '0.18.5' }, compiled: ['sqlite3'] };

/** The CRM's address and a token. */
type CrmAccess = { url: string; secret: string };

/** The real n8n with active workflows. */
export type N8n = {
  /** The URL of the workflow whose Webhook node has this path. */
  webhook: (path: string) => string;
  /** Resolves when it accepts calls; `env` enables features off by default. */
  start: (env?: Record<string, string>) => Promise<void>;
  kill: () => Promise<void>;
  /** The message ids marked as processed. */
  readProcessed: () => string[];
  output: () => string;
};

/** A credential under the id workflows refer to: a header and its value. */
export type HeaderCredential = { id: string; header: string; value: string };

/** Prepares n8n with these workflows in its own folder. */
export async function prepareN8n(
  folder: string,
  workflows: object[],
  credentials: HeaderCredential[] = [],
): Promise<N8n> {
  const program = join(installProgram('n8n', VERSION, EXTRAS), 'bin', 'n8n');
  const port = await findFreePort();
  mkdirSync(folder, { recursive: true });
  const settings = {
    PATH: process.env.PATH,
    HOME: folder,
    N8N_USER_FOLDER: folder,
    N8N_PORT: String(port),
    N8N_LISTEN_ADDRESS: '127.0.0.1',
    N8N_RUNNERS_BROKER_PORT: String(await findFreePort()),
    // No telemetry or update check.
    N8N_DIAGNOSTICS_ENABLED: 'false',
    N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
    N8N_TEMPLATES_ENABLED: 'false',
  };
  const write = (name: string, content: unknown) => {
    const file = join(folder, name);
    writeFileSync(file, JSON.stringify(content));
    return `--input=${file}`;
  };
  const command = (...args: string[]) => promisify(execFile)(process.execPath, [program, ...args], { env: settings });
  const kept = credentials.map(({ id, header: name, value }) => ({
    ...{ id, name: id, type: 'httpHeaderAuth', data: { name, value } },
  }));
  if (kept.length > 0) await command('import:credentials', write('credenciales.json', kept));
  await command('import:workflow', write('flujos.json', workflows));
  await command('update:workflow', '--all', '--active=true');
  let child: ChildProcess | undefined;
  let text = '';

  return {
    webhook: (path) => `http://127.0.0.1:${port}/webhook/${path}`,
    output: () => text,
    async start(env = {}) {
      const started = spawn(process.execPath, [program, 'start'], { env: { ...settings, ...env } });
      child = started;
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const printed: Buffer[] = [];
      for (const stream of [started.stdout, started.stderr])
        stream.on('data', (chunk: Buffer) => {
          text += chunk;
          printed.push(chunk);
          if (Buffer.concat(printed).includes('Editor is now accessible')) resolve();
        });
      started.once('exit', () => reject(new Error(`n8n ended:\n${text}`)));
      await promise;
    },
    async kill() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
    readProcessed() {
      const db = new Sqlite(join(folder, '.n8n', 'database.sqlite'), { readonly: true });
      const data = db.prepare<[], string | null>('SELECT staticData FROM workflow_entity').pluck().get();
      db.close();
      return Object.keys(JSON.parse(data ?? '{}').global?.procesados ?? {});
    },
  };
}

/**
 * The guide's lossless workflow, completed as a user would: with the secrets, and a node that forwards each payload to
 * `destination` where the user's own part begins. `crm` enables the nodes that answer the CRM.
 */
export function completeWorkflow(secrets: string[], destination: string, crm?: CrmAccess) {
  const text = readFileSync('docs/integrar/n8n-leads.json', 'utf8')
    .replace('whsec_PEGÁ_ACÁ_TU_SECRETO', secrets.join("', '"))
    .replace('https://crm.ejemplo.com', crm?.url ?? '$&')
    .replace('ai_live_PEGÁ_ACÁ_TU_TOKEN', crm?.secret ?? '$&');
  const workflow = JSON.parse(text);
  const ofCrm = workflow.nodes.filter(({ disabled }: { disabled?: boolean }) => disabled);
  if (crm) for (const node of ofCrm) node.disabled = false;
  workflow.nodes.push({
    name: 'Mi CRM',
    id: '3f6f1f0a-52a2-4c47-9b6b-0a4c9b2f7d99',
    type: 'n8n-nodes-base.httpRequest',
    typeVersion: 4.2,
    position: [660, 380],
    parameters: {
      method: 'POST',
      url: destination,
      sendBody: true,
      specifyBody: 'json',
      jsonBody: '={{ JSON.stringify($json.payload) }}',
      options: {},
    },
  });
  const { main } = workflow.connections['Tu flujo empieza acá'];
  main[0] = [{ node: 'Mi CRM', type: 'main', index: 0 }, ...main[0]];
  return workflow;
}

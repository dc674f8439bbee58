import { execFile, execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { submitEnquiry, validEnquiry } from '../../support/http';
import { type Received, type Receiver, startReceiver } from '../../support/receiver';
import { startServer, type TestServer } from '../../support/server';

const SECRET = `whsec_${Buffer.from('una clave secreta de treinta y dos').toString('base64')}`;
const guide = readFileSync('docs/integrar.md', 'utf8');
const workflow = JSON.parse(readFileSync('docs/integrar/n8n-leads.json', 'utf8'));
const hasTools = ['curl', 'openssl', 'bash'].every((tool) => {
  try {
    execFileSync('which', [tool]);
    return true;
  } catch {
    return false;
  }
});

let receiver: Receiver;
let server: TestServer;
beforeAll(async () => {
  receiver = await startReceiver();
  server = await startServer({ env: { LEAD_WEBHOOK_URL: receiver.url, LEAD_WEBHOOK_SECRET: SECRET } });
});
afterAll(async () => {
  await server.stop();
  await receiver.stop();
});

/** Runs the guide's example of that name as somebody would who copies it. */
async function runExample(name: string, env: Record<string, string>): Promise<string> {
  const example = guide.split(`<!-- prueba: ${name} -->\n\`\`\`sh\n`)[1]?.split('\n```')[0];
  if (!example) throw new Error(`the guide has no example ${name}`);
  const { stdout } = await promisify(execFile)('bash', ['-eu', '-c', example], {
    env: { PATH: process.env.PATH, ...env },
  });
  return stdout;
}

describe.skipIf(!hasTools)('the guide’s examples work as they stand:', () => {
  test('a message signed with openssl is one that the libraries accept', async () => {
    const before = receiver.received.length;
    expect(await runExample('firmar', { SECRETO: SECRET, DIRECCION: receiver.url })).toBe('ok');
    const { body, headers } = receiver.received[before] as Received;
    expect(new Webhook(SECRET).verify(body, headers as Record<string, string>)).toMatchObject({
      nombre: 'Marta Giménez',
    });
  });

  test('an enquiry sent from a server becomes a lead', async () => {
    const before = receiver.received.length;
    expect(JSON.parse(await runExample('consulta', { CRM: server.url }))).toEqual({ ok: true });
    await receiver.gets(before + 1);
    expect(JSON.parse(receiver.received[before]?.body ?? '')).toMatchObject({
      nombre: 'Marta Giménez',
      source: 'landing',
      submission_id: expect.any(String),
    });
  });
});

describe('the n8n workflow', () => {
  type Node = { name: string; parameters: { jsCode?: string; options?: { rawBody?: boolean } } };
  const findNode = (name: string) => workflow.nodes.find((node: Node) => node.name === name) as Node;

  /** Runs its code node as n8n does: an async function's body with the item, the helpers and `require` at hand. */
  async function verify(message: Received) {
    const code = findNode('Verificar firma').parameters.jsCode?.replace('whsec_PEGÁ_ACÁ_TU_SECRETO', SECRET);
    const AsyncFunction = (async () => {}).constructor as new (
      ...source: string[]
    ) => (...values: unknown[]) => Promise<{ json: unknown }[]>;
    const run = new AsyncFunction('$input', 'require', code ?? '');
    const item = { json: { headers: message.headers } };
    const helpers = { getBinaryDataBuffer: async () => Buffer.from(message.body) };
    const [answer] = await run.call({ helpers }, { first: () => item }, createRequire(import.meta.url));
    return answer?.json;
  }

  let message: Received;
  beforeAll(async () => {
    const before = receiver.received.length;
    await submitEnquiry(server, validEnquiry);
    await receiver.gets(before + 1);
    message = receiver.received[before] as Received;
  });

  test('asks for the raw body, and every connection leads to a node', () => {
    expect(findNode('Webhook').parameters.options?.rawBody).toBe(true);
    const names = new Set(workflow.nodes.map((node: Node) => node.name));
    const targets = Object.values(workflow.connections as Record<string, { main: { node: string }[][] }>)
      .flatMap(({ main }) => main.flat())
      .map(({ node }) => node);
    expect([...Object.keys(workflow.connections), ...targets].filter((name) => !names.has(name))).toEqual([]);
  });

  test('takes what the CRM signed', async () => {
    expect(await verify(message)).toEqual({
      valida: true,
      id: message.headers['webhook-id'],
      event: 'lead.created',
      payload: JSON.parse(message.body),
    });
  });

  test('refuses a body, an id or a moment that was changed, an old message and one without a signature', async () => {
    const refused = { valida: false, payload: null };
    const change = (headers: Record<string, string>) => ({
      ...message,
      headers: { ...message.headers, ...headers },
    });
    expect(await verify({ ...message, body: message.body.replace('Marta', 'Marga') })).toMatchObject(refused);
    expect(await verify(change({ 'webhook-id': 'msg_otro' }))).toMatchObject(refused);
    expect(await verify(change({ 'webhook-signature': '' }))).toMatchObject(refused);
    const old = String(Math.floor(Date.now() / 1000) - 600);
    expect(await verify(change({ 'webhook-timestamp': old }))).toMatchObject(refused);
    const signature = new Webhook(SECRET).sign('msg_viejo', new Date(Number(old) * 1000), message.body);
    const resent = { 'webhook-id': 'msg_viejo', 'webhook-timestamp': old, 'webhook-signature': signature };
    expect(await verify(change(resent))).toMatchObject(refused);
  });
});

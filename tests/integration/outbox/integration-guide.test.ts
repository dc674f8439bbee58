import { execFile, execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { submitEnquiry, validEnquiry } from '../../support/http';
import { type Received, type Receiver, startReceiver } from '../../support/receiver';
import { startServer, type TestServer } from '../../support/server';
import { callAs, makeToken } from '../../support/tokens';

const SECRET = `whsec_${Buffer.from('una clave secreta de treinta y dos').toString('base64')}`;
const OTHER_SECRET = `whsec_${Buffer.from('otra clave, también de treinta y dos').toString('base64')}`;
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

test.skipIf(!hasTools)(
  'the guide’s calls with a token make a lead, change it and note something, once',
  async () => {
    const token = makeToken(server, { name: 'Guía' });
    const env = { CRM: server.url, TOKEN: token.secret };
    await runExample('api', env);
    expect(await runExample('api', env)).toMatch(/"total":1\b/);
    const [lead] = (await callAs(server, token, '/api/leads?q=marta%20anuncio')).json.leads;
    expect(lead).toMatchObject({
      estado: 'contactado',
      next_contact_on: '2030-01-15',
      source: 'api',
      notes_count: 1,
    });
  },
);

describe('the n8n workflow', () => {
  type Node = {
    name: string;
    parameters: { jsCode?: string; responseMode?: string; options?: { rawBody?: boolean } };
  };
  const findNode = (name: string) => workflow.nodes.find((node: Node) => node.name === name) as Node;
  const targetsOf = (name: string): string[] =>
    (workflow.connections[name]?.main ?? []).flat().map(({ node }: { node: string }) => node);

  /** Runs its code node as n8n does by default: an async function's body with the item and the helpers, no `require`. */
  async function verify(message: Received, secrets = [SECRET]) {
    const code = findNode('Verificar firma').parameters.jsCode ?? '';
    const AsyncFunction = (async () => {}).constructor as new (
      ...source: string[]
    ) => (...values: unknown[]) => Promise<{ json: unknown }[]>;
    const run = new AsyncFunction(
      '$input',
      'require',
      code.replace('whsec_PEGÁ_ACÁ_TU_SECRETO', secrets.join("', '")),
    );
    const item = { json: { headers: message.headers } };
    const helpers = { getBinaryDataBuffer: async () => Buffer.from(message.body) };
    const [answer] = await run.call({ helpers }, { first: () => item }, undefined);
    return answer?.json;
  }

  let message: Received;
  beforeAll(async () => {
    const before = receiver.received.length;
    await submitEnquiry(server, validEnquiry);
    await receiver.gets(before + 1);
    message = receiver.received[before] as Received;
  });

  test('asks for the raw body, answers with what its last node says, and confirms only after it noted the message', () => {
    const { options, responseMode } = findNode('Webhook').parameters;
    expect([options?.rawBody, responseMode]).toEqual([true, 'lastNode']);
    const names = new Set(workflow.nodes.map((node: Node) => node.name));
    const sources = Object.keys(workflow.connections);
    expect([...sources, ...sources.flatMap(targetsOf)].filter((name) => !names.has(name))).toEqual([]);
    expect(targetsOf('¿Ya se procesó?')).toEqual(['Confirmar', 'Procesar']);
    expect(sources.filter((name) => targetsOf(name).includes('Confirmar'))).toEqual([
      '¿Ya se procesó?',
      'Anotar',
    ]);
    expect([targetsOf('Procesar'), targetsOf('Salió bien')]).toEqual([['Salió bien'], ['Anotar']]);
  });

  test('takes what the CRM signed, also while the secret changes', async () => {
    const taken = {
      accion: 'mirar',
      id: message.headers['webhook-id'],
      event: 'lead.created',
      payload: JSON.parse(message.body),
    };
    expect(await verify(message)).toEqual(taken);
    expect(await verify(message, [OTHER_SECRET, SECRET])).toEqual(taken);
    await expect(verify(message, [OTHER_SECRET])).rejects.toThrow('La firma no coincide');
  });

  test('signs for itself as Standard Webhooks does, whatever the lengths', async () => {
    const at = new Date();
    for (const length of [0, 1, 40, 55, 56, 63, 64, 65, 119, 120, 5000]) {
      const secret = `whsec_${randomBytes(24 + length).toString('base64')}`;
      const body = JSON.stringify('ñ'.repeat(length));
      const headers = {
        'webhook-id': 'msg_x',
        'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
        'webhook-signature': new Webhook(secret).sign('msg_x', at, body),
      };
      expect(await verify({ path: '', headers, body }, [secret])).toMatchObject({ id: 'msg_x' });
    }
  });

  test('refuses a body, an id or a moment that was changed, an old message and one without a signature', async () => {
    const change = (headers: Record<string, string>) =>
      verify({ ...message, headers: { ...message.headers, ...headers } });
    const mismatch = 'La firma no coincide';
    await expect(verify({ ...message, body: message.body.replace('Marta', 'Marga') })).rejects.toThrow(
      mismatch,
    );
    await expect(change({ 'webhook-id': 'msg_otro' })).rejects.toThrow(mismatch);
    await expect(change({ 'webhook-signature': '' })).rejects.toThrow(mismatch);
    const old = String(Math.floor(Date.now() / 1000) - 600);
    await expect(change({ 'webhook-timestamp': old })).rejects.toThrow(mismatch);
    const signature = new Webhook(SECRET).sign('msg_viejo', new Date(Number(old) * 1000), message.body);
    const resent = { 'webhook-id': 'msg_viejo', 'webhook-timestamp': old, 'webhook-signature': signature };
    await expect(change(resent)).rejects.toThrow('más de 5 minutos');
  });
});

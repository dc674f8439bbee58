import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { needProgram } from '../support/need-program';
import { type Received, type Receiver, startReceiver } from '../support/receiver';
import { startServer, type TestServer } from '../support/server';
import { callAs, makeToken } from '../support/tokens';

const SECRET = `whsec_${Buffer.from('una clave secreta de treinta y dos').toString('base64')}`;
const guide = readFileSync('docs/integrar.md', 'utf8');

let receiver: Receiver;
let server: TestServer;
beforeAll(async () => {
  for (const name of ['curl', 'openssl', 'bash']) needProgram(name);
  receiver = await startReceiver();
  server = await startServer({ env: { LEAD_WEBHOOK_URL: receiver.url, LEAD_WEBHOOK_SECRET: SECRET } });
});
afterAll(async () => {
  await server?.stop();
  await receiver?.stop();
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

test('the guide’s examples work as they stand: a message signed with openssl is one that the libraries accept', async () => {
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

test('the guide’s calls with a token make a lead, change it and note something, once', async () => {
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
});

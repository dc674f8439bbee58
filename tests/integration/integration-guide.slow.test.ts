import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Received, type Receiver, startReceiver } from '../support/receiver';
import { requireProgram } from '../support/require-program';
import { startServer, type TestServer } from '../support/server';
import { callAs, makeToken } from '../support/tokens';

const SECRET = `whsec_${Buffer.from('una clave secreta de treinta y dos').toString('base64')}`;
const guide = readFileSync('docs/integrar.md', 'utf8');

let receiver: Receiver;
let server: TestServer;
beforeAll(async () => {
  for (const name of ['curl', 'openssl', 'bash']) requireProgram(name);
  receiver = await startReceiver();
  server = await startServer({
    env: {
      LEAD_WEBHOOK_URL: receiver.url,
      LEAD_WEBHOOK_SECRET: SECRET,
      WEBHOOK_ALLOW_PRIVATE: '127.0.0.1',
    },
  });
});
afterAll(async () => {
  await server?.stop();
  await receiver?.stop();
});

/** Runs the guide's named example as pasted by a reader. */
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
  await receiver.waitForRequests(before + 1);
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

test('the guide’s calls for destinations and for the three flows do what it says', async () => {
  const token = makeToken(server, { name: 'Flujos', scopes: ['write', 'companies', 'webhooks'] });
  const env = {
    CRM: server.url,
    TOKEN: token.secret,
    DIRECCION: `${receiver.url}/flujo`,
    CLAVE: 'la-del-flujo',
  };
  const mine = async () => (await callAs(server, token, '/api/webhooks')).json.webhooks;
  expect(JSON.parse(await runExample('destino', env)).webhooks).toMatchObject([{ url: env.DIRECCION }]);
  expect(await mine()).toEqual([]);
  await runExample('planilla', env);
  expect(await mine()).toMatchObject([{ header: 'X-Clave', events: ['lead.created'] }]);

  const made = JSON.parse(await runExample('formulario', env)).lead;
  expect(JSON.parse(await runExample('formulario', env)).lead.id).toBe(made.id);
  await expect.poll(() => receiver.received.find(({ path }) => path.endsWith('/flujo'))).toBeTruthy();
  const received = receiver.received.find(({ path }) => path.endsWith('/flujo')) as Received;
  expect([JSON.parse(received.body).data.id, received.headers['x-clave']]).toEqual([made.id, 'la-del-flujo']);

  const won = { estado: 'ganado', empresa: 'Costanera Propiedades' };
  await callAs(server, token, `/api/leads/${made.id}`, { method: 'PATCH', body: won });
  const agency = { ...env, LEAD: String(made.id), MENSAJE: 'msg_1' };
  const { company } = JSON.parse(await runExample('ganado', agency));
  expect(company).toMatchObject({ name: 'Costanera Propiedades', country: 'Argentina' });
  expect(JSON.parse(await runExample('ganado', agency)).company.id).toBe(company.id);
});

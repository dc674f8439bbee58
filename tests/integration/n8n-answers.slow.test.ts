import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, submitEnquiry, validEnquiry } from '../support/http';
import { completeWorkflow, type N8n, prepareN8n } from '../support/n8n';
import { expectDeliveries } from '../support/outbox';
import { type Receiver, startReceiver } from '../support/receiver';
import { findFreePort, startServer, type TestServer } from '../support/server';
import { callAs, makeToken, type TestToken } from '../support/tokens';

const SECRET = `whsec_${Buffer.from('una clave secreta de treinta y dos').toString('base64')}`;
const home = mkdtempSync(join(tmpdir(), 'crm-n8n-'));
let n8n: N8n;
let destination: Receiver;
let server: TestServer;
let token: TestToken;

beforeAll(async () => {
  destination = await startReceiver();
  // The token needs a CRM, the workflow needs the token, and the CRM needs the workflow's address: hence two starts.
  const first = await startServer();
  token = makeToken(first, { name: 'n8n' });
  await first.stop({ keep: true });
  const port = await findFreePort();
  const crm = { url: `http://localhost:${port}`, secret: token.secret };
  n8n = await prepareN8n(home, [completeWorkflow([SECRET], destination.url, crm)]);
  await n8n.start();
  const env = {
    LEAD_WEBHOOK_URL: n8n.webhook('zaguan-leads'),
    LEAD_WEBHOOK_SECRET: SECRET,
    LEAD_WEBHOOK_CONFIRMS: 'true',
  };
  server = await startServer({ folder: first.folder, port, env });
});
afterAll(async () => {
  await server?.stop();
  await n8n?.kill();
  await destination?.stop();
  rmSync(home, { recursive: true, force: true });
});

test('the workflow answers the CRM by its token: a note and a status, under its name', async () => {
  expect((await submitEnquiry(server, validEnquiry)).status).toBe(303);
  await expectDeliveries(server, [{ state: 'sent', attempts: 1, last_status: 200 }]);
  const [lead] = (await callAs(server, token, '/api/leads')).json.leads;
  expect(lead).toMatchObject({ nombre: validEnquiry.nombre, estado: 'contactado', notes_count: 1 });
  const { events } = (await callAs(server, token, `/api/leads/${lead.id}/timeline`)).json;
  const acts = events.map(({ type, actor_name }: Record<string, unknown>) => [type, actor_name]);
  expect(acts).toEqual([
    ['changed', 'n8n'],
    ['note_added', 'n8n'],
    ['created', null],
  ]);
  expect((await call(server, '/api/leads')).status).toBe(401);
});

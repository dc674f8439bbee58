import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { submitEnquiry, validEnquiry } from '../support/http';
import { type HeaderCredential, type N8n, prepareN8n } from '../support/n8n';
import { readDeliveries } from '../support/outbox';
import { type Receiver, startReceiver } from '../support/receiver';
import { startServer, type TestServer } from '../support/server';
import { callAs, makeToken, type TestToken } from '../support/tokens';

const HEADER = 'X-Clave: la del flujo';
const SHEETS = 'https://sheets.googleapis.com/v4/spreadsheets/ID_DE_TU_PLANILLA/values/Leads!A1:append';
const home = mkdtempSync(join(tmpdir(), 'crm-n8n-'));
let n8n: N8n;
/** Stands in for Google's API. */
let sheet: Receiver;
let server: TestServer;
let token: TestToken;

beforeAll(async () => {
  sheet = await startReceiver();
  sheet.answerWith((response) => response.setHeader('content-type', 'application/json').end('{}'));
  server = await startServer({ env: { WEBHOOK_ALLOW_PRIVATE: '127.0.0.1' } });
  token = makeToken(server, { name: 'n8n', scopes: ['write', 'companies', 'webhooks'] });
  const credentials: HeaderCredential[] = [
    { id: 'zaguanAvisos', header: 'X-Clave', value: 'la del flujo' },
    { id: 'zaguanToken', header: 'Authorization', value: `Bearer ${token.secret}` },
    { id: 'zaguanPlanilla', header: 'Authorization', value: 'Bearer la-de-google' },
  ];
  const workflows = ['n8n-planilla', 'n8n-formulario', 'n8n-ganado'].map(completeWorkflow);
  n8n = await prepareN8n(home, workflows, credentials);
  await n8n.start();
  await subscribe('crm-planilla', 'lead.created');
  await subscribe('crm-ganado', 'lead.updated');
});
afterAll(async () => {
  await server?.stop();
  await n8n?.kill();
  await sheet?.stop();
  rmSync(home, { recursive: true, force: true });
});

/** Completed as a user would, with the CRM's address. A header stands in for signing in to Google. */
function completeWorkflow(name: string): object {
  const text = readFileSync(`docs/integrar/${name}.json`, 'utf8')
    .replace('https://crm.ejemplo.com', server.url)
    .replace(SHEETS, sheet.url)
    .replace('"predefinedCredentialType"', '"genericCredentialType"')
    .replace('"nodeCredentialType": "googleSheetsOAuth2Api"', '"genericAuthType": "httpHeaderAuth"')
    .replace('"googleSheetsOAuth2Api"', '"httpHeaderAuth"');
  return JSON.parse(text);
}

async function subscribe(path: string, event: string): Promise<void> {
  const body = { url: n8n.webhook(path), events: [event], header: HEADER };
  expect((await callAs(server, token, '/api/webhooks', { body })).status).toBe(201);
}

/** Resolves once all messages have arrived and none was refused. */
async function allArrive(count: number): Promise<void> {
  await expect
    .poll(() => readDeliveries(server, 'webhook').map(({ state, attempts }) => `${state} ${attempts}`))
    .toEqual(Array(count).fill('sent 1'));
}

test('a new lead becomes a row of the sheet', async () => {
  expect((await submitEnquiry(server, validEnquiry)).status).toBe(303);
  await allArrive(1);
  const [lead] = (await callAs(server, token, '/api/leads')).json.leads;
  const { id, created_at, nombre, email, whatsapp, pais, source, mensaje } = lead;
  const [row] = sheet.received;
  expect(JSON.parse(row?.body ?? '')).toEqual({
    values: [[id, created_at, nombre, email, whatsapp, pais, source, mensaje]],
  });
  expect([row?.path, row?.headers.authorization]).toEqual(['/webhook?valueInputOption=RAW', 'Bearer la-de-google']);
  const stranger = await fetch(n8n.webhook('crm-planilla'), { method: 'POST', body: '{}' });
  expect([stranger.status, sheet.received.length]).toEqual([403, 1]);
});

test('a form elsewhere makes a lead, once for each of its submissions', async () => {
  const fields = { id: '4711', nombre: 'Leo Paz', email: 'leo@x.example.com', telefono: '+5491155556666' };
  for (let n = 0; n < 2; n++) {
    const body = new URLSearchParams({ ...fields, pais: 'Chile', mensaje: 'Vi el anuncio.' });
    const answer = await fetch(n8n.webhook('formulario'), { method: 'POST', body });
    expect([answer.status, await answer.text()]).toEqual([200, '']);
  }
  const { leads, total } = (await callAs(server, token, '/api/leads?q=leo%20paz')).json;
  expect(total).toBe(1);
  expect(leads[0]).toMatchObject({ source: 'api', pais: 'Chile', whatsapp: '+5491155556666' });
  const wrong = await fetch(n8n.webhook('formulario'), {
    method: 'POST',
    body: new URLSearchParams({ nombre: 'Sin datos' }),
  });
  expect(wrong.status).toBe(500);
  await allArrive(2);
});

test('a lead that is won becomes an agency, once, whatever else changes', async () => {
  const body = { nombre: 'Iris Vega', email: 'iris@x.example.com', empresa: 'Casa Norte' };
  const { id } = (await callAs(server, token, '/api/leads', { body })).json.lead;
  const change = (estado: string) => callAs(server, token, `/api/leads/${id}`, { method: 'PATCH', body: { estado } });
  await change('ganado');
  // The third new lead, its change, and the company made of it.
  await allArrive(5);
  await change('contactado');
  await change('ganado');
  await allArrive(7);
  const { companies } = (await callAs(server, token, '/api/companies')).json;
  expect(companies).toMatchObject([{ name: 'Casa Norte' }]);
  expect((await callAs(server, token, `/api/leads/${id}`)).json.lead.company_id).toBe(companies[0].id);
});

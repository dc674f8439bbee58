import { afterAll, beforeAll, expect, test } from 'vitest';
import { makePerson, type Person } from '../support/accounts';
import { withDatabase } from '../support/database';
import { call, submitEnquiry, validEnquiry } from '../support/http';
import { startServer, type TestServer } from '../support/server';

let server: TestServer;
let staff: Person;
beforeAll(async () => {
  server = await startServer();
  staff = makePerson(server, { name: 'Ana' });
});
afterAll(() => server.stop());

const api = (path: string, options: Parameters<typeof call>[2] = {}) =>
  call(server, path, { cookie: staff.cookie, ...options });
const act = (id: number, action: 'accept' | 'discard') =>
  api(`/api/enquiries/${id}/${action}`, { method: 'POST' });

async function sendSuspicious(fields: Record<string, string> = {}) {
  await submitEnquiry(server, { ...validEnquiry, sitio_web: 'http://spam.example.com', ...fields });
  const { json } = await api('/api/enquiries/set-aside');
  return json.enquiries[0];
}

test('what intake set aside can be read, and becomes a lead of the moment at which it came', async () => {
  const enquiry = await sendSuspicious();
  expect(enquiry).toMatchObject({ reason: 'honeypot', fields: { nombre: 'Marta Giménez', pais: 'AR' } });
  const { status, json } = await act(enquiry.id, 'accept');
  expect(status).toBe(201);
  expect(json.lead).toMatchObject({
    nombre: 'Marta Giménez',
    pais: 'Argentina',
    whatsapp: '+5491155554444',
    source: 'landing',
    estado: 'nuevo',
    created_at: enquiry.received_at,
  });
  const waiting = (await api('/api/enquiries/set-aside')).json.enquiries;
  expect(waiting.map(({ id }: { id: number }) => id)).not.toContain(enquiry.id);
  expect((await act(enquiry.id, 'accept')).status).toBe(404);
});

test('what is discarded makes no lead and stays on record', async () => {
  const enquiry = await sendSuspicious({ nombre: 'Descartada' });
  expect((await act(enquiry.id, 'discard')).status).toBe(204);
  expect((await act(enquiry.id, 'discard')).status).toBe(404);
  expect((await api('/api/leads?q=descartada')).json.leads).toEqual([]);
  const state = withDatabase(server, (db) =>
    db.prepare('SELECT state FROM enquiries WHERE id = ?').pluck().get(enquiry.id),
  );
  expect(state).toBe('discarded');
});

test('one without a name or an email cannot be accepted as it is', async () => {
  const enquiry = await sendSuspicious({ nombre: ' ' });
  const { status, json } = await act(enquiry.id, 'accept');
  expect(status).toBe(422);
  expect(json.error.message).toBe('Nombre y email son obligatorios');
});

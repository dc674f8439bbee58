import { afterAll, beforeAll, expect, test } from 'vitest';
import { makePerson, type Person } from '../support/accounts';
import { startWithClock } from '../support/clock';
import { withDatabase } from '../support/database';
import { call, submitEnquiry, validEnquiry } from '../support/http';
import type { TestServer } from '../support/server';

let server: TestServer;
let jump: (ms: number) => Promise<void>;
let staff: Person;

beforeAll(async () => {
  ({ server, jump } = await startWithClock({ env: { TRUSTED_PROXY_HOPS: '1' } }));
  staff = makePerson(server);
});
afterAll(() => server.stop());

const messagesOf = (email: string) =>
  withDatabase(server, (db) => db.prepare('SELECT mensaje FROM leads WHERE email = ? ORDER BY id').pluck().all(email));

const statesOf = (email: string) =>
  withDatabase(server, (db) =>
    db
      .prepare('SELECT state FROM enquiries WHERE body LIKE ? ORDER BY id')
      .pluck()
      .all(`%${encodeURIComponent(email)}%`),
  );

test('the same submission_id with other words is a further lead, once', async () => {
  const email = 'corregida@a.example.com';
  const submission_id = crypto.randomUUID();
  for (const mensaje of ['Son 40', 'Son 400', 'Son 400 ', 'Son 40', 'Son 4000']) {
    const answer = await submitEnquiry(server, { ...validEnquiry, email, submission_id, mensaje });
    expect(answer.status).toBe(303);
  }
  expect(messagesOf(email)).toEqual(['Son 40', 'Son 400', 'Son 4000']);
  expect(statesOf(email)).toEqual(['accepted', 'accepted', 'repeated', 'repeated', 'accepted']);
});

test('another name, number or country is other words', async () => {
  for (const field of ['nombre', 'telefono', 'pais']) {
    const email = `otro-${field}@a.example.com`;
    const fields = { ...validEnquiry, email, submission_id: crypto.randomUUID() };
    await submitEnquiry(server, fields);
    await submitEnquiry(server, { ...fields, [field]: field === 'pais' ? 'MX' : '+5491155554445' });
    expect.soft(messagesOf(email).length, field).toBe(2);
  }
});

test('an enquiry is known by what came, also once staff have changed its lead', async () => {
  const email = 'editada@a.example.com';
  const fields = { ...validEnquiry, email, submission_id: crypto.randomUUID() };
  await submitEnquiry(server, fields);
  const { json } = await call(server, '/api/leads?q=editada', { cookie: staff.cookie });
  await call(server, `/api/leads/${json.leads[0].id}`, {
    method: 'PATCH',
    cookie: staff.cookie,
    body: { mensaje: 'Llamó: son 400' },
  });
  await submitEnquiry(server, fields);
  expect(messagesOf(email)).toEqual(['Llamó: son 400']);
});

test('of two that were set aside with one submission_id and other words, each becomes a lead', async () => {
  const email = 'trampa@a.example.com';
  const fields = { ...validEnquiry, email, sitio_web: 'x', submission_id: crypto.randomUUID() };
  for (const mensaje of ['Son 40', 'Son 400', 'Son 40']) await submitEnquiry(server, { ...fields, mensaje });
  const { json } = await call(server, '/api/enquiries/set-aside', { cookie: staff.cookie });
  for (const { id } of json.enquiries) {
    const accepted = { method: 'POST', cookie: staff.cookie };
    expect((await call(server, `/api/enquiries/${id}/accept`, accepted)).status).toBe(201);
  }
  expect(messagesOf(email)).toEqual(['Son 40', 'Son 400']);
});

test('without a usable submission_id the same words are one lead, also at once, and others another', async () => {
  for (const submission_id of ['', 'undefined', 'no-es-un-uuid']) {
    const email = `sin-script-${submission_id || 'nada'}@a.example.com`;
    const send = (mensaje = 'Dos\r\nlíneas', telefono = validEnquiry.telefono) =>
      submitEnquiry(server, { ...validEnquiry, email, submission_id, mensaje, telefono });
    await Promise.all([send(), send(), send()]);
    await send('Dos\nlíneas ', '+54 9 11 5555-4444');
    expect.soft(messagesOf(email), submission_id).toEqual(['Dos\nlíneas']);
    await send('Otra cosa');
    expect.soft(messagesOf(email), submission_id).toEqual(['Dos\nlíneas', 'Otra cosa']);
  }
});

test('without a submission_id the same words are a further lead from elsewhere, and after two minutes', async () => {
  const email = 'otra-vez@a.example.com';
  const send = (address: string) =>
    submitEnquiry(server, { ...validEnquiry, email, submission_id: '' }, { 'x-forwarded-for': address });
  // Just before a two-minute window ends, so the next press falls into another.
  const SPAN_MS = 120_000;
  const beforeItEnds = SPAN_MS - (Date.now() % SPAN_MS) - 30_000;
  await jump(beforeItEnds);
  await send('203.0.113.7');
  await send('203.0.113.8');
  expect(messagesOf(email)).toHaveLength(2);
  await jump(beforeItEnds + 80_000);
  await send('203.0.113.7');
  expect(messagesOf(email)).toHaveLength(2);
  await jump(beforeItEnds + 130_000);
  await send('203.0.113.7');
  expect(messagesOf(email)).toHaveLength(3);
  await jump(0);
});

import { expect, test } from 'vitest';
import { makePerson, PASSWORD } from '../support/accounts';
import { call, submitEnquiry, validEnquiry } from '../support/http';
import { provideServer } from '../support/provide';

const TOKEN = 'una-clave-para-las-medidas';
const server = provideServer({ env: { METRICS_TOKEN: TOKEN, LEAD_WEBHOOK_URL: 'http://127.0.0.1:9/' } });

async function readMetrics(): Promise<string> {
  const { status, headers, text } = await call(server, '/metrics');
  expect(status).toBe(200);
  expect(headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  return text;
}

test('tell of requests, sign-ins, the outbox, the database, the disk and the event loop', async () => {
  const { email, cookie } = makePerson(server);
  await submitEnquiry(server, validEnquiry);
  await call(server, '/api/leads/1', { cookie });
  await call(server, '/api/auth/sign-in', { body: { email, password: PASSWORD } });
  await call(server, '/api/auth/sign-in', { body: { email, password: `${PASSWORD} mal` } });
  const text = await readMetrics();
  for (const line of [
    /^crm_http_requests_total\{method="POST",route="\/webhook\/contacto",status="303"\} 1$/m,
    /^crm_http_requests_total\{method="GET",route="\/api\/leads\/:id",status="200"\} 1$/m,
    /^crm_http_request_duration_seconds_count\{method="POST",route="\/webhook\/contacto"\} 1$/m,
    /^crm_sign_ins_total\{result="succeeded"\} 1$/m,
    /^crm_sign_ins_total\{result="failed"\} 1$/m,
    /^crm_outbox_waiting\{kind="webhook"\} 1$/m,
    /^crm_outbox_oldest_seconds\{kind="webhook"\} \d/m,
    /^crm_database_bytes\{file="database"\} [1-9]\d+$/m,
    /^crm_disk_free_bytes [1-9]\d+$/m,
    /^crm_last_backup_timestamp_seconds 0$/m,
    /^nodejs_eventloop_lag_p99_seconds \d/m,
  ]) {
    expect(text).toMatch(line);
  }
  // Every line is a comment or a sample in the exposition format.
  for (const line of text.split('\n').filter(Boolean))
    expect(line).toMatch(/^# (HELP|TYPE) |^[a-z_0-9]+(\{[^}]*\})? \S+$/);
});

test('hold no name, email or made-up address', async () => {
  for (let i = 0; i < 300; i++) await call(server, `/inventada-${i}/marta@costanera.example.com`);
  const text = await readMetrics();
  expect(text).not.toMatch(/inventada|marta|@/);
  expect(text.length).toBeLessThan(100_000);
});

test('ASVS 13.4.5: are not there for whoever comes through a proxy without the key', async () => {
  const nowhere = await call(server, '/nada');
  for (const headers of [
    { 'x-forwarded-for': '203.0.113.9' },
    { forwarded: 'for=203.0.113.9' },
    { 'x-forwarded-for': '203.0.113.9', authorization: 'Bearer otra-clave-cualquiera' },
    { 'x-forwarded-for': '203.0.113.9', authorization: TOKEN },
  ]) {
    const answer = await call(server, '/metrics', { headers });
    expect([answer.status, answer.text]).toEqual([404, nowhere.text]);
  }
  const headers = { 'x-forwarded-for': '203.0.113.9', authorization: `Bearer ${TOKEN}` };
  expect((await call(server, '/metrics', { headers })).text).toContain('crm_http_requests_total');
});

test('every line of a request’s log names it', async () => {
  const { headers } = await call(server, '/api/auth/sign-in', {
    body: { email: 'nadie@a.example.com', password: 'una clave cualquiera' },
  });
  const id = headers.get('x-request-id');
  await server.printed(new RegExp(`"request_id":"${id}","event":"request"`));
  const lines = server
    .output()
    .split('\n')
    .filter((line) => line.includes(`"request_id":"${id}"`));
  expect(lines.map((line) => JSON.parse(line).event)).toEqual(['sign_in_failed', 'request']);
});

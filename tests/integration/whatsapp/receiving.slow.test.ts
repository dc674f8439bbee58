import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makePerson } from '../../support/accounts';
import { runCrm } from '../../support/crm';
import { withDatabase } from '../../support/database';
import { call } from '../../support/http';
import { connectWhatsapp, type Meta, startMeta } from '../../support/meta';
import { postWebhook, textOf, waitForInbox, webhookOf } from '../../support/meta-webhooks';
import { startServer, type TestServer } from '../../support/server';
import { fillUp, mountSmallDisk, unmount } from '../../support/small-disk';

const ROUNDS = 5;
const SENDERS = 4;
/** So many that they are worked on in several slices, also where a slice does much. */
const MESSAGES_EACH = 60;
const ACKNOWLEDGED_A_ROUND = 7;

let meta: Meta;
beforeEach(async () => {
  meta = await startMeta();
});
afterEach(() => meta.stop());

const env = () => ({ WHATSAPP_API_URL: meta.url, RATE_LIMIT_SCALE: '100000' });
const list = (server: TestServer, sql: string) => withDatabase(server, (db) => db.prepare(sql).pluck().all());

/** Messages of one webhook, each by somebody else; `name` tells one webhook from another. */
function webhookNamed(name: number) {
  const messages = Array.from({ length: MESSAGES_EACH }, (_, n) => {
    const number = `549115${String(10_000 * (n + 1) + (name % 1000)).padStart(7, '0')}`;
    return textOf({ number }, `Mensaje ${n} de ${name}`, { id: `wamid.${name}x${n}` });
  });
  return { body: webhookOf(meta, { messages }), ids: messages.map(({ id }) => id) };
}

/** That each of these became one message of one story, and its number one lead. */
function expectEachOnce(server: TestServer, ids: readonly string[]): void {
  const kept = list(server, 'SELECT wamid FROM messages ORDER BY wamid') as string[];
  expect(kept).toEqual(expect.arrayContaining([...ids]));
  expect(kept.length).toBe(new Set(kept).size);
  expect(list(server, "SELECT count(*) FROM lead_events WHERE type = 'message_received'")).toEqual([kept.length]);
  expect(list(server, 'SELECT phone_key FROM leads GROUP BY phone_key HAVING count(*) > 1')).toEqual([]);
  expect(list(server, 'SELECT * FROM whatsapp_unknown')).toEqual([]);
}

test('what was answered 200 before a process is killed is in its story once, whatever was being worked on', async () => {
  let server = await startServer({ env: env() });
  await connectWhatsapp(server, meta, makePerson(server, { roles: ['admin'] }));
  const acknowledged: string[] = [];
  let name = 0;
  let waited = 0;
  let begun = 0;
  for (let round = 0; round < ROUNDS; round++) {
    let answered = 0;
    const send = async (): Promise<void> => {
      for (;;) {
        const { body, ids } = webhookNamed(name++);
        const { status } = await postWebhook(server, meta, body);
        if (status !== 200) continue;
        acknowledged.push(...ids);
        answered++;
      }
    };
    const sending = Promise.allSettled(Array.from({ length: SENDERS }, send));
    const isAtWork = () => list(server, 'SELECT 1 FROM whatsapp_received WHERE done > 0').length > 0;
    await expect.poll(() => answered > ACKNOWLEDGED_A_ROUND && isAtWork(), { interval: 2 }).toBe(true);
    server.process.kill('SIGKILL');
    await Promise.all([server.exited, sending]);
    waited += Number(list(server, 'SELECT count(*) FROM whatsapp_received')[0]);
    begun += Number(list(server, 'SELECT count(*) FROM whatsapp_received WHERE done > 0')[0]);
    server = await startServer({ folder: server.folder, env: env() });
    await waitForInbox(server);
    // Meta repeats what nobody answered, and now and then what somebody did.
    for (let again = Math.max(0, name - 2 * SENDERS); again < name; again++) {
      const { body, ids } = webhookNamed(again);
      expect((await postWebhook(server, meta, body)).status).toBe(200);
      acknowledged.push(...ids);
    }
    await waitForInbox(server);
    expectEachOnce(server, acknowledged);
  }
  expect(waited, 'webhooks waited when it was killed').toBeGreaterThan(0);
  expect(begun, 'some of which were being worked on').toBeGreaterThan(0);
  const { out } = await runCrm(['check', '--offline'], { DATABASE_PATH: server.databasePath });
  expect(out).not.toContain('✗');
  await server.stop();
});

test('a full disk refuses webhooks with 503, so that Meta repeats them; with room again, none is lost or twice', async () => {
  const home = mountSmallDisk();
  const filler = join(home, 'relleno');
  const server = await startServer({ folder: home, env: env() });
  try {
    const admin = makePerson(server, { roles: ['admin'] });
    await connectWhatsapp(server, meta, admin);
    const post = async (name: number) => (await postWebhook(server, meta, webhookNamed(name).body)).status;
    let name = 0;
    for (; name < 5; name++) expect(await post(name)).toBe(200);
    await waitForInbox(server);
    fillUp(filler);
    const refused: number[] = [];
    for (const most = name + 400; refused.length < 5 && name < most; name++) {
      const status = await post(name);
      expect([200, 503]).toContain(status);
      if (status === 503) refused.push(name);
    }
    expect(refused).toHaveLength(5);
    expect((await call(server, '/api/leads', { cookie: admin.cookie })).json.leads.length).toBeGreaterThan(0);
    rmSync(filler);
    for (const one of refused) expect(await post(one)).toBe(200);
    await waitForInbox(server);
    expectEachOnce(server, Array.from({ length: name }, (_, one) => webhookNamed(one).ids).flat());
  } finally {
    await server.stop({ keep: true });
    unmount(home);
  }
});

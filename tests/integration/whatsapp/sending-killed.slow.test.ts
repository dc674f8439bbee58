import { afterEach, beforeEach, expect, test } from 'vitest';
import { makePerson, type Person } from '../../support/accounts';
import { ageDeliveries, expectOurs, leadWhoWrote, someone, write } from '../../support/lead-messages';
import { connectWhatsapp, type Meta, startMeta } from '../../support/meta';
import { deliverStatus } from '../../support/meta-webhooks';
import { startServer, type TestServer } from '../../support/server';

let meta: Meta;
let server: TestServer;
let ana: Person;
beforeEach(async () => {
  meta = await startMeta();
  server = await startServer({ env: { WHATSAPP_API_URL: meta.url } });
  ana = makePerson(server);
  await connectWhatsapp(server, meta, makePerson(server, { roles: ['admin'] }));
});
afterEach(async () => {
  await server.stop();
  await meta.stop();
});

async function killAndRestart(): Promise<void> {
  server.process.kill('SIGKILL');
  await server.exited;
  server = await startServer({ folder: server.folder, env: { WHATSAPP_API_URL: meta.url } });
}

/** Resolves once Meta took this many, and has not answered yet. */
const asked = (count: number) =>
  expect.poll(() => meta.asked.filter((one) => one.startsWith('POST ')).length, { interval: 20 }).toBe(count);

test('killed between Meta and its answer, a status tells the next process that it arrived', async () => {
  const lead = await leadWhoWrote(server, meta, someone());
  const { promise, resolve: letGo } = Promise.withResolvers<void>();
  meta.held = promise;
  await write(server, ana, lead, 'uno');
  await asked(1);
  server.process.kill('SIGKILL');
  await server.exited;
  // Meta takes it nevertheless.
  letGo();
  await meta.waitForSends(1);
  server = await startServer({ folder: server.folder, env: { WHATSAPP_API_URL: meta.url } });
  await write(server, ana, lead, 'dos');
  const [first] = meta.sent;
  if (!first) throw new Error('nothing was sent');
  await deliverStatus(server, meta, first, 'delivered');
  await expectOurs(server, ana, lead, [{ status: 'delivered' }, { status: 'sent' }]);
  expect(meta.sent.map(({ text }) => text?.body)).toEqual(['uno', 'dos']);
});

test('killed before Meta took it, it is sent by the next process, half a minute later and once', async () => {
  const lead = await leadWhoWrote(server, meta, someone());
  meta.held = new Promise(() => {});
  await write(server, ana, lead, 'uno');
  await asked(1);
  meta.held = null;
  await killAndRestart();
  await expectOurs(server, ana, lead, [{ status: 'queued' }]);
  expect(meta.sent).toEqual([]);
  ageDeliveries(server, 31);
  await expectOurs(server, ana, lead, [{ status: 'sent' }]);
  expect(meta.sent.map(({ text }) => text?.body)).toEqual(['uno']);
});

test('of two processes one sends what both take, each message once', async () => {
  const second = await startServer({
    folder: server.folder,
    env: { DATABASE_PATH: server.databasePath, WHATSAPP_API_URL: meta.url },
  });
  try {
    await second.printed(/outbox_waits/);
    const people = [someone(), someone(), someone()];
    const leads: number[] = [];
    for (const person of people) leads.push(await leadWhoWrote(server, meta, person));
    const key = crypto.randomUUID();
    for (const lead of leads) {
      const twice = await Promise.all([
        write(server, ana, lead, `a ${lead}`, `${key.slice(0, -4)}${String(lead).padStart(4, '0')}`),
        write(second, ana, lead, `a ${lead}`, `${key.slice(0, -4)}${String(lead).padStart(4, '0')}`),
      ]);
      expect(twice.map(({ status }) => status)).toEqual([202, 202]);
      await write(second, ana, lead, 'después');
    }
    for (const lead of leads) await expectOurs(second, ana, lead, [{ status: 'sent' }, { status: 'sent' }]);
    server.process.kill('SIGKILL');
    await server.exited;
    for (const lead of leads) await write(second, ana, lead, 'al final');
    for (const lead of leads)
      await expectOurs(second, ana, lead, [
        { body: `a ${lead}`, status: 'sent' },
        { body: 'después', status: 'sent' },
        { body: 'al final', status: 'sent' },
      ]);
    for (const { number } of people) {
      const texts = meta.sent.filter(({ to }) => to === number).map(({ text }) => text?.body);
      expect(texts).toEqual([expect.stringMatching(/^a \d/), 'después', 'al final']);
    }
  } finally {
    await second.stop({ keep: true });
  }
});

import { afterEach, beforeEach, expect, test } from 'vitest';
import { confirmNow } from '../../support/accounts';
import { startAt } from '../../support/clock';
import { call } from '../../support/http';
import {
  addDevice,
  enquire,
  makeReader,
  planContact,
  pushesTo,
  setOfficeHours,
  waitUntilKnown,
} from '../../support/notices';
import { type PushService, startPushService } from '../../support/push-service';
import type { TestServer } from '../../support/server';

const running: TestServer[] = [];
/** Start of the newest server, by its clock. */
let begun: Date;
let service: PushService;
beforeEach(async () => {
  service = await startPushService({ hasSameClock: false });
});
afterEach(async () => {
  for (const server of running.splice(0)) await server.stop();
  await service.stop();
});

async function begin(moment: string, options: Parameters<typeof startAt>[1] = {}) {
  const started = await startAt(moment, {
    ...options,
    env: { ...options.env, PUSH_SERVICES: service.origin },
  });
  running.push(started.server);
  begun = new Date(moment);
  return started;
}

async function end(server: TestServer, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  running.splice(running.indexOf(server), 1);
  server.process.kill(signal);
  await server.exited;
}

/** A person notified on a single device. */
async function makeHolder(server: TestServer, wishes: Parameters<typeof makeReader>[1] = {}) {
  const person = makeReader(server, { email: 'none', ...wishes });
  const { json } = await call(server, '/api/push/key', { cookie: person.cookie });
  confirmNow(server, person, begun);
  await addDevice(server, person, service.makeDevice(json.key));
  await waitUntilKnown(server, person);
  return person;
}

const titles = () => service.received.map(({ notification }) => notification.title);

test('what nobody touches rings again, and the history says so; a mail is not needed for it', async () => {
  const { server, goTo } = await begin('2026-11-23T10:00:00Z');
  setOfficeHours(server);
  const ana = await makeHolder(server);
  const lead = await enquire(server, 'Carla Paz');
  await expect.poll(titles).toEqual(['Nueva consulta: Carla Paz, Argentina']);
  await goTo('2026-11-23T10:05:30Z');
  await expect.poll(titles).toEqual(['Nueva consulta: Carla Paz, Argentina', 'Sin atender: Carla Paz, Argentina']);
  // The same topic: it replaces the first one if unread.
  expect(new Set(service.received.map(({ headers }) => headers.topic)).size).toBe(1);
  await expect
    .poll(async () => {
      const { json } = await call(server, `/api/leads/${lead}/timeline`, { cookie: ana.cookie });
      return json.events.filter(({ type }: { type: string }) => type === 'told').length;
    })
    .toBe(1);
});

test('a next contact rings at its hour, and the digest of eight rings for nobody', async () => {
  const { server, goTo } = await begin('2026-11-23T06:59:00Z');
  setOfficeHours(server, { days: '' });
  const ana = await makeHolder(server, { email: 'digest' });
  const lead = await enquire(server, 'Carla Paz');
  planContact(server, lead, ana, '2026-11-23', '15:30');
  await expect.poll(titles).toEqual(['Nueva consulta: Carla Paz, Argentina']);
  await goTo('2026-11-23T07:00:01Z');
  await goTo('2026-11-23T14:30:05Z');
  await expect.poll(() => titles().at(-1)).toBe('Próximo contacto: Carla Paz, Argentina');
  expect(titles()).toHaveLength(2);
});

test('what could not be handed over in time is not handed over later', async () => {
  const { server, goTo } = await begin('2026-11-23T20:00:00Z');
  setOfficeHours(server);
  const ana = await makeHolder(server);
  service.answerWith((response) => response.writeHead(503).end());
  await enquire(server, 'Carla Paz');
  await expect.poll(() => pushesTo(server, ana)[0]?.attempts).toBeGreaterThan(0);
  await goTo('2026-11-23T20:20:00Z');
  await expect.poll(() => pushesTo(server, ana)).toMatchObject([{ state: 'sent', ended_in: 'late' }]);
  // The last one was no call.
  expect(pushesTo(server, ana)[0]?.attempts).toBe(service.received.length + 1);
});

test('nor by a process that was started after a night', async () => {
  const { server } = await begin('2026-11-23T20:00:00Z');
  setOfficeHours(server);
  const ana = await makeHolder(server);
  service.answerWith((response) => response.writeHead(503).end());
  await enquire(server, 'Carla Paz');
  await expect.poll(() => pushesTo(server, ana)[0]?.attempts).toBeGreaterThan(0);
  await end(server, 'SIGKILL');
  service.answerWith((response) => response.writeHead(201).end());
  const before = service.received.length;
  const { server: later } = await begin('2026-11-24T02:00:00Z', { folder: server.folder });
  await expect.poll(() => pushesTo(later, ana)).toMatchObject([{ state: 'sent', ended_in: 'late' }]);
  expect(service.received.length).toBe(before);
});

test('two processes on one database tell once, also when the one that sends is killed', async () => {
  const { server: first } = await begin('2026-11-23T20:00:00Z');
  const ana = await makeHolder(first);
  const { server: second } = await begin('2026-11-23T20:00:00Z', {
    env: { DATABASE_PATH: first.databasePath },
  });
  // Both created keys at start, and ended up with the same.
  const key = async (server: TestServer) => (await call(server, '/api/push/key', { cookie: ana.cookie })).json.key;
  expect(await key(second)).toBe(await key(first));
  await enquire(second, 'Una');
  await expect.poll(() => service.received.length).toBe(1);
  await enquire(first, 'Otra');
  await expect.poll(() => service.received.length).toBe(2);
  await expect.poll(() => pushesTo(first, ana).filter(({ state }) => state === 'sent').length).toBe(2);
  await end(first, 'SIGKILL');
  await enquire(second, 'Tercera');
  await expect.poll(titles).toHaveLength(3);
  expect(titles().map((title) => title.split(/[:,] ?/)[1])).toEqual(['Una', 'Otra', 'Tercera']);
  expect(service.faults).toEqual([]);
});

import { describe, expect, test } from 'vitest';
import { makePerson, openSession } from '../support/accounts';
import { withDatabase } from '../support/database';
import { call } from '../support/http';
import { openStream } from '../support/live';
import { provideServer } from '../support/provide';

const server = provideServer();

describe('a stream of live updates', () => {
  test('has a head that ends, however its address is written', async () => {
    for (const path of ['/api/leads/stream', '/api/leads/str%65am', '/%61pi/leads/stream']) {
      const { cookie } = makePerson(server);
      const { status, text, headers } = await call(server, path, { method: 'HEAD', cookie });
      expect.soft([path, status, text]).toEqual([path, 200, '']);
      expect.soft(headers.get('content-type'), path).toMatch(/^text\/event-stream/);
    }
  });

  test('is one of at most five of a browser and ten of an account; one more takes the place of the oldest', async () => {
    const ana = makePerson(server);
    const [other, third] = [openSession(server, ana.id), openSession(server, ana.id)];
    const somebodyElses = await openStream(server, makePerson(server).cookie);
    const streams = [];
    for (const cookie of [...Array(6).fill(ana.cookie), ...Array(5).fill(other), third])
      streams.push(await openStream(server, cookie));
    const [first, second, ...others] = streams;
    expect(await Promise.all([first?.ended, second?.ended])).toEqual(['ended', 'ended']);
    await call(server, '/api/leads', { cookie: ana.cookie, body: { nombre: 'Iris', email: 'i@x.example.com' } });
    for (const stream of [...others, somebodyElses]) {
      await stream.waitFor(({ event }) => event === 'leads');
      stream.close();
    }
  });

  test('tells who else has a lead open or writes a note there, as long as they do, and who changed what', async () => {
    const [ana, beto] = [makePerson(server, { name: 'Ana' }), makePerson(server, { name: 'Beto' })];
    const { id } = (
      await call(server, '/api/leads', {
        cookie: ana.cookie,
        body: { nombre: 'Iris', email: `${crypto.randomUUID()}@x.example.com` },
      })
    ).json.lead;
    const open = async (person: typeof ana) => {
      const stream = await openStream(server, person.cookie);
      const { data } = await stream.waitFor(({ event }) => event === 'stream');
      const say = async (state: string, leadId = id) => {
        const body = { stream: data, state };
        return (await call(server, `/api/leads/${leadId}/presence`, { cookie: person.cookie, body })).status;
      };
      /** The latest presence list, with '✎' for who is writing. */
      const people = () => {
        const last = stream.messages.findLast(({ event }) => event === 'people');
        const { people = [], lead_id } = JSON.parse(last?.data ?? '{}');
        expect([undefined, id]).toContain(lead_id);
        return people.map((one: { name: string; is_writing: boolean }) =>
          one.is_writing ? `${one.name} ✎` : one.name,
        );
      };
      return { ...stream, say, people, id: data };
    };
    const [first, second, elsewhere] = [await open(ana), await open(beto), await open(beto)];
    expect(await first.say('open')).toBe(204);
    expect(await second.say('writing')).toBe(204);
    await expect.poll(first.people).toEqual(['Ana', 'Beto ✎']);
    await second.say('open');
    await expect.poll(first.people).toEqual(['Ana', 'Beto']);
    await second.say('away');
    await expect.poll(first.people).toEqual(['Ana']);
    // Presence is ignored for another person's stream and for missing leads; a stream with no lead open hears nothing.
    const body = { stream: first.id, state: 'away' };
    await call(server, `/api/leads/${id}/presence`, { cookie: beto.cookie, body });
    expect(await second.say('open', 987_654_321)).toBe(404);
    expect(await second.say('asleep')).toBe(422);
    await second.say('open');
    await expect.poll(first.people).toEqual(['Ana', 'Beto']);
    expect(elsewhere.people()).toEqual([]);

    const { json } = await call(server, `/api/leads/${id}`, {
      method: 'PATCH',
      cookie: beto.cookie,
      body: { empresa: 'Sur' },
    });
    expect((await first.hears(json.lead.as_of)).acts).toContainEqual({
      lead_id: id,
      actor_id: beto.id,
      actor_name: 'Beto',
      field: 'empresa',
    });

    // Presence ends with the stream, whether the panel was closed or the session revoked.
    second.close();
    await expect.poll(first.people).toEqual(['Ana']);
    await elsewhere.say('open');
    await expect.poll(first.people).toEqual(['Ana', 'Beto']);
    withDatabase(server, (db) => db.prepare('DELETE FROM sessions WHERE user_id = ?').run(beto.id));
    await first.say('writing');
    await expect.poll(first.people).toEqual(['Ana ✎']);
    first.close();
  });

  test('is told within a poll that its session was ended, but not that it ran out', async () => {
    const [ana, beto] = [makePerson(server), makePerson(server)];
    const [revoked, expired] = [await openStream(server, ana.cookie), await openStream(server, beto.cookie)];
    withDatabase(server, (db) => {
      db.prepare('DELETE FROM sessions WHERE user_id = ?').run(ana.id);
      db.prepare("UPDATE sessions SET idle_expires_at = '2026-01-01T00:00:00.000Z' WHERE user_id = ?").run(beto.id);
    });
    expect(await Promise.all([revoked.ended, expired.ended])).toEqual(['ended', 'ended']);
    const told = [revoked, expired].map(({ messages }) => messages.some(({ event }) => event === 'signed-out'));
    expect(told).toEqual([true, false]);
  });

  test('is told so, too, if the session was ended before it began, and is refused if it ran out', async () => {
    const [ana, beto] = [makePerson(server), makePerson(server)];
    withDatabase(server, (db) => {
      db.prepare('DELETE FROM sessions WHERE user_id = ?').run(ana.id);
      db.prepare("UPDATE sessions SET idle_expires_at = '2026-01-01T00:00:00.000Z' WHERE user_id = ?").run(beto.id);
    });
    const late = await openStream(server, ana.cookie);
    expect([await late.ended, late.messages.map(({ event }) => event)]).toEqual(['ended', ['signed-out']]);
    expect((await openStream(server, beto.cookie)).status).toBe(401);
    expect((await call(server, '/api/leads/stream', { cookie: ana.cookie })).status).toBe(401);
  });
});

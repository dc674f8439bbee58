import { describe, expect, test } from 'vitest';
import { makePerson, type Person } from '../support/accounts';
import { nextMoment, whileDayLasts } from '../support/clock';
import { withDatabase } from '../support/database';
import { call } from '../support/http';
import { providePerson, provideSharedServer } from '../support/provide';
import { startServer } from '../support/server';

const server = provideSharedServer();
const ana = providePerson(server, { name: 'Ana' });
const beto = providePerson(server, { name: 'Beto' });

const as = (person: Person, path: string, options: Parameters<typeof call>[2] = {}) =>
  call(server, path, { cookie: person.cookie, ...options });

async function makeLead(fields: Record<string, unknown> = {}) {
  const { json } = await as(ana, '/api/leads', {
    body: { nombre: 'Iris', email: 'iris@x.example.com', owner_id: null, waiting: true, ...fields },
  });
  return json.lead;
}

const patch = (person: Person, id: number, body: unknown) => as(person, `/api/leads/${id}`, { method: 'PATCH', body });

describe('two people on one lead', () => {
  test('a change to what somebody else changed meanwhile is a conflict, and changes nothing', async () => {
    const { id } = await makeLead();
    await patch(beto, id, { estado: 'ganado' });
    const answer = await patch(ana, id, { estado: 'perdido', previous: { estado: 'nuevo' } });
    expect(answer.status).toBe(409);
    expect(answer.json.error).toMatchObject({
      code: 'conflict',
      fields: { estado: 'Otra persona lo cambió a «Ganado».' },
    });
    expect((await as(ana, `/api/leads/${id}`)).json.lead.estado).toBe('ganado');
  });

  test('changes to different fields, or to the same value, get along', async () => {
    const { id } = await makeLead();
    await patch(beto, id, { estado: 'contactado', empresa: 'Sur' });
    const answer = await patch(ana, id, {
      pais: 'Chile',
      empresa: 'Sur',
      previous: { pais: null, empresa: null },
    });
    expect(answer.status).toBe(200);
    expect(answer.json.lead).toMatchObject({ pais: 'Chile', empresa: 'Sur', estado: 'contactado' });
  });
});

describe('the timeline', () => {
  test('tells who did what, before and after, latest first', async () => {
    const { id } = await makeLead();
    await patch(beto, id, { estado: 'contactado' });
    await as(ana, `/api/leads/${id}/notes`, { body: { body: 'Hola' } });
    await as(ana, `/api/leads/${id}/whatsapp`, { method: 'POST' });
    await as(ana, `/api/leads/${id}`, { method: 'DELETE' });
    await as(beto, `/api/leads/${id}/restore`, { method: 'POST' });
    const { json } = await as(ana, `/api/leads/${id}/timeline`);
    expect(
      json.events.map((event: Record<string, unknown>) => [
        event.type,
        event.actor_name,
        event.from_value,
        event.to_value,
      ]),
    ).toEqual([
      ['restored', 'Beto', null, null],
      ['deleted', 'Ana', null, null],
      ['whatsapp_opened', 'Ana', null, null],
      ['note_added', 'Ana', null, expect.any(String)],
      ['changed', 'Beto', null, 'Beto'],
      ['changed', 'Beto', 'nuevo', 'contactado'],
      ['created', 'Ana', null, 'crm_manual'],
    ]);
  });
});

describe('the trash', () => {
  test('says who put a lead there last, as long as it is there', async () => {
    const { id } = await makeLead();
    const ask = () => as(ana, `/api/leads/${id}/deletion`);
    await as(ana, `/api/leads/${id}`, { method: 'DELETE' });
    await as(ana, `/api/leads/${id}/restore`, { method: 'POST' });
    expect((await ask()).status).toBe(404);
    await as(beto, `/api/leads/${id}`, { method: 'DELETE' });
    expect((await ask()).json).toEqual({
      deletion: { deleted_by: 'Beto', deleted_at: expect.stringMatching(/Z$/) },
    });
  });

  test('takes a lead out of list, counters and reach, and gives it back with its notes', async () => {
    const lead = await makeLead();
    await as(ana, `/api/leads/${lead.id}/notes`, { body: { body: 'Sigue acá' } });
    // The counters say from which day on they count.
    await whileDayLasts('UTC');
    const before = (await as(ana, '/api/leads/counters')).json;
    expect((await as(ana, `/api/leads/${lead.id}`, { method: 'DELETE' })).status).toBe(204);
    expect((await as(ana, '/api/leads/counters')).json.total).toBe(before.total - 1);
    for (const [path, method] of [
      [`/api/leads/${lead.id}`, 'GET'],
      [`/api/leads/${lead.id}`, 'DELETE'],
      [`/api/leads/${lead.id}/whatsapp`, 'POST'],
    ] as const) {
      expect((await as(ana, path, { method })).status).toBe(404);
    }
    const { json: trash } = await as(ana, '/api/leads/trash');
    expect(trash.leads[0]).toMatchObject({ id: lead.id, deleted_at: expect.any(String) });
    const { json } = await as(beto, `/api/leads/${lead.id}/restore`, { method: 'POST' });
    const taken = { owner_id: ana.id, owner_name: 'Ana' };
    const { last_activity_at } = json.lead;
    expect(json.lead).toEqual({
      ...lead,
      ...taken,
      notes_count: 1,
      as_of: lead.as_of + 4,
      last_activity_at,
    });
    // Deletion and restoration count as activity.
    expect(last_activity_at >= trash.leads[0].deleted_at).toBe(true);
    expect((await as(beto, `/api/leads/${lead.id}/restore`, { method: 'POST' })).status).toBe(404);
    expect((await as(ana, `/api/leads/${lead.id}/notes`)).json.notes).toHaveLength(1);
    expect((await as(ana, '/api/leads/counters')).json).toEqual(before);
  });

  test('is read in pages, last deleted first, and loses at a start what lay there for more than 30 days', async () => {
    const own = await startServer();
    const { cookie } = makePerson(own);
    const read = async (path: string) => (await call(own, path, { cookie })).json;
    const make = () => call(own, '/api/leads', { cookie, body: { nombre: 'Iris', email: 'iris@x.example.com' } });
    // Each in a moment of its own: within one, the trash is ordered by id.
    const remove = async (id: number) => {
      await nextMoment();
      return call(own, `/api/leads/${id}`, { method: 'DELETE', cookie });
    };
    const idsOf = ({ leads }: { leads: { id: number }[] }) => leads.map(({ id }) => id);

    // With exactly fifty leads the list and the trash have no second page.
    await Promise.all(Array.from({ length: 50 }, make));
    const list = await read('/api/leads');
    expect([list.leads.length, list.next_cursor]).toEqual([50, null]);
    const deleted: number[] = idsOf(list);
    for (const id of deleted) await remove(id);
    const fifty = await read('/api/leads/trash');
    expect([fifty.leads.length, fifty.next_cursor]).toEqual([50, null]);
    for (let n = 0; n < 3; n++) {
      const { id } = (await make()).json.lead;
      await remove(id);
      deleted.push(id);
    }
    const first = await read('/api/leads/trash');
    const second = await read(`/api/leads/trash?cursor=${first.next_cursor}`);
    expect([...idsOf(first), ...idsOf(second)]).toEqual(deleted.toReversed());
    expect([first.leads.length, second.next_cursor]).toEqual([50, null]);

    // Stopped first: the cleanup of its start may still be running.
    await own.stop({ keep: true });
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
    const [old, ...recent] = deleted;
    withDatabase(own, (db) => {
      db.prepare('UPDATE leads SET deleted_at = ?').run(daysAgo(29));
      db.prepare('UPDATE leads SET deleted_at = ? WHERE id = ?').run(daysAgo(31), old);
    });
    const again = await startServer({ folder: own.folder });
    await again.printed(/"job":"trash","removed":1/);
    const left = withDatabase(again, (db) => db.prepare('SELECT id FROM leads ORDER BY id').pluck().all());
    expect(left).toEqual(recent.toSorted((one, other) => one - other));
    await again.stop();
  });
});

import { describe, expect, test } from 'vitest';
import type { Person } from '../support/accounts';
import { withDatabase } from '../support/database';
import { call } from '../support/http';
import { providePerson, provideSharedServer } from '../support/provide';

const server = provideSharedServer();
const ana = providePerson(server, { name: 'Ana' });
const beto = providePerson(server, { name: 'Beto' });

const as = (person: Person, path: string, options: Parameters<typeof call>[2] = {}) =>
  call(server, path, { cookie: person.cookie, ...options });

async function makeLead(): Promise<number> {
  const body = { nombre: 'Iris', email: 'iris@x.example.com', owner_id: null };
  const { json } = await as(ana, '/api/leads', { body });
  return json.lead.id;
}

async function addNote(id: number, body: string, person = ana): Promise<number> {
  return (await as(person, `/api/leads/${id}/notes`, { body: { body } })).json.note.id;
}

const read = (id: number, query = '') => as(ana, `/api/leads/${id}/timeline${query}`);

type Event = { id: number; type: string; field: string | null; note: { body: string | null } | null };
/** Events in short: notes by text, changes by field. */
const inShort = ({ events }: { events: Event[] }) => events.map(({ type, field, note }) => note?.body ?? field ?? type);

/** A lead with an event of each kind. */
async function makeHistory(): Promise<number> {
  const id = await makeLead();
  await addNote(id, 'Pidió precios');
  await as(beto, `/api/leads/${id}/contacts`, { body: { channel: 'call' } });
  await addNote(id, 'No atendió', beto);
  await as(ana, `/api/leads/${id}`, { method: 'PATCH', body: { estado: 'ganado' } });
  return id;
}

describe('the one history of a lead', () => {
  test('has its notes where they were written, among contacts and changes', async () => {
    const id = await makeHistory();
    const { json } = await read(id);
    expect(inShort(json)).toEqual(['estado', 'No atendió', 'call_started', 'owner_id', 'Pidió precios', 'created']);
    expect(json.next_cursor).toBeNull();
    expect(json.events[1]).toMatchObject({
      type: 'note_added',
      actor_name: 'Beto',
      note: {
        author_name: 'Beto',
        body: 'No atendió',
        edited_at: null,
        by_program: false,
        is_deleted: false,
      },
    });
    expect(json.events[0].note).toBeNull();
  });

  test('is narrowed to notes, contacts or changes', async () => {
    const id = await makeHistory();
    const kinds = {
      notes: ['No atendió', 'Pidió precios'],
      contacts: ['call_started'],
      changes: ['estado', 'owner_id', 'created'],
      '': ['estado', 'No atendió', 'call_started', 'owner_id', 'Pidió precios', 'created'],
    };
    for (const [kind, expected] of Object.entries(kinds))
      expect.soft(inShort((await read(id, `?kind=${kind}`)).json), kind).toEqual(expected);
  });

  test('refuses a kind that does not exist, and a cursor that nobody was given', async () => {
    const id = await makeLead();
    const { status, json } = await read(id, '?kind=todo');
    expect([status, json.error.fields]).toEqual([422, { kind: 'Ese filtro no existe.' }]);
    expect((await read(id, '?cursor=nada')).status).toBe(400);
  });

  test('says what a note says now, and of a deleted one nothing', async () => {
    const id = await makeLead();
    const note = await addNote(id, 'Algo de antes');
    await as(ana, `/api/notes/${note}`, { method: 'PATCH', body: { body: 'Algo de ahora' } });
    const edited = await read(id, '?kind=notes');
    expect(inShort(edited.json)).toEqual(['note_edited', 'Algo de ahora']);
    expect(edited.json.events[1].note.edited_at).toEqual(expect.stringMatching(/Z$/));
    await as(ana, `/api/notes/${note}`, { method: 'DELETE' });
    const deleted = await read(id);
    expect(deleted.text).not.toContain('Algo de');
    expect(deleted.json.events.find(({ note }: Event) => note)).toMatchObject({
      type: 'note_added',
      note: { body: null, is_deleted: true },
    });
    await as(ana, `/api/notes/${note}/restore`, { method: 'POST' });
    expect(inShort((await read(id, '?kind=notes')).json)).toContain('Algo de ahora');
  });

  test('comes in pages that leave nothing out, whatever is written meanwhile and at the same time', async () => {
    const id = await makeLead();
    for (let n = 1; n <= 60; n++) await addNote(id, `Nota ${n}`);
    for (let n = 1; n <= 30; n++) await as(beto, `/api/leads/${id}/contacts`, { body: { channel: 'email' } });
    // Many events share each timestamp.
    withDatabase(server, (db) =>
      db
        .prepare("UPDATE lead_events SET created_at = substr(created_at, 1, 10) || 'T00:00:00.000Z' WHERE lead_id = ?")
        .run(id),
    );
    const idsOf = (type: string) =>
      withDatabase(server, (db) =>
        db
          .prepare('SELECT id FROM lead_events WHERE lead_id = ? AND type LIKE ? ORDER BY created_at DESC, id DESC')
          .pluck()
          .all(id, type),
      );
    for (const [kind, type] of [
      ['', '%'],
      ['notes', 'note_added'],
    ] as const) {
      const known = idsOf(type);
      const first = (await read(id, `?kind=${kind}`)).json;
      expect(first.events).toHaveLength(50);
      await addNote(id, 'Entre dos páginas');
      const second = (await read(id, `?kind=${kind}&cursor=${first.next_cursor}`)).json;
      expect(second.next_cursor).toBeNull();
      expect([...first.events, ...second.events].map((event: Event) => event.id)).toEqual(known);
    }
  });

  test('is as if it were not there in the trash, and comes back whole', async () => {
    const id = await makeLead();
    await addNote(id, 'Sigue acá');
    await as(ana, `/api/leads/${id}`, { method: 'DELETE' });
    const gone = await read(id, '?kind=notes');
    expect(gone.status).toBe(404);
    expect(gone.text).not.toContain('Sigue');
    await as(ana, `/api/leads/${id}/restore`, { method: 'POST' });
    expect(inShort((await read(id, '?kind=notes')).json)).toEqual(['Sigue acá']);
  });
});

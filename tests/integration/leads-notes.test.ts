import { describe, expect, test } from 'vitest';
import { call } from '../support/http';
import { providePerson, provideSharedServer } from '../support/provide';

const server = provideSharedServer();
const author = providePerson(server, { name: 'Ana Autora' });
const colleague = providePerson(server);

const api = (path: string, options: Parameters<typeof call>[2] = {}) =>
  call(server, path, { cookie: author.cookie, ...options });

async function makeLead(): Promise<number> {
  const { json } = await api('/api/leads', { body: { nombre: 'Iris', email: 'iris@x.example.com' } });
  return json.lead.id;
}

async function addNote(leadId: number, body: string) {
  const answer = await api(`/api/leads/${leadId}/notes`, { body: { body } });
  expect(answer.status).toBe(201);
  return answer.json.note;
}

const notesCount = async (leadId: number) => (await api(`/api/leads/${leadId}`)).json.lead.notes_count;

describe('notes of a lead', () => {
  test('are kept trimmed with their author, newest first, and counted', async () => {
    const leadId = await makeLead();
    const first = await addNote(leadId, '  Pidió precios.\r\nLlamar el lunes. ');
    const second = await addNote(leadId, 'Llamé, no atendió.');
    expect(first).toEqual({
      id: expect.any(Number),
      lead_id: leadId,
      author_id: author.id,
      author_name: 'Ana Autora',
      body: 'Pidió precios.\nLlamar el lunes.',
      created_at: expect.stringMatching(/Z$/),
      by_program: false,
      edited_at: null,
      is_deleted: false,
    });
    const { json } = await api(`/api/leads/${leadId}/notes`);
    expect(json.notes).toEqual([second, first]);
    expect(await notesCount(leadId)).toBe(2);
  });

  test('say something, in at most 5000 characters', async () => {
    const leadId = await makeLead();
    for (const body of ['', '   \n ', 'x'.repeat(5001), 7, undefined]) {
      const { status } = await api(`/api/leads/${leadId}/notes`, { body: { body } });
      expect.soft(status, JSON.stringify(body)?.slice(0, 20)).toBe(422);
    }
    expect(await notesCount(leadId)).toBe(0);
    expect(await addNote(leadId, 'x'.repeat(5000))).toMatchObject({ body: 'x'.repeat(5000) });
  });

  test('are changed by their author, who leaves a mark', async () => {
    const note = await addNote(await makeLead(), 'Uno');
    const { status, json } = await api(`/api/notes/${note.id}`, { method: 'PATCH', body: { body: 'Dos' } });
    expect(status).toBe(200);
    expect(json.note).toEqual({ ...note, body: 'Dos', edited_at: expect.any(String) });
  });

  test('that are saved as they were carry no mark', async () => {
    const note = await addNote(await makeLead(), 'Igual');
    const { json } = await api(`/api/notes/${note.id}`, { method: 'PATCH', body: { body: ' Igual ' } });
    expect(json.note).toEqual(note);
  });

  test('keep their place without their text when deleted, and are no longer counted', async () => {
    const leadId = await makeLead();
    const note = await addNote(leadId, 'Algo que no debía decir');
    expect((await api(`/api/notes/${note.id}`, { method: 'DELETE' })).status).toBe(204);
    const { json, text } = await api(`/api/leads/${leadId}/notes`);
    expect(json.notes).toEqual([{ ...note, body: null, is_deleted: true }]);
    expect(text).not.toContain('no debía');
    expect(await notesCount(leadId)).toBe(0);
    for (const method of ['PATCH', 'DELETE']) {
      expect((await api(`/api/notes/${note.id}`, { method, body: { body: 'x' } })).status).toBe(404);
    }
  });

  test('that were deleted come back by their author, as they were and counted', async () => {
    const leadId = await makeLead();
    const note = await addNote(leadId, 'Vuelve');
    const restore = (cookie = author.cookie) => api(`/api/notes/${note.id}/restore`, { method: 'POST', cookie });
    expect((await restore()).status).toBe(404);
    await api(`/api/notes/${note.id}`, { method: 'DELETE' });
    expect((await restore(colleague.cookie)).status).toBe(404);
    const { status, json } = await restore();
    expect([status, json.note]).toEqual([200, note]);
    expect(await notesCount(leadId)).toBe(1);
    const { events } = (await api(`/api/leads/${leadId}/timeline`)).json;
    expect(events[0]).toMatchObject({ type: 'note_restored', actor_name: 'Ana Autora' });
    await api(`/api/notes/${note.id}`, { method: 'DELETE' });
    await api(`/api/leads/${leadId}`, { method: 'DELETE' });
    expect((await restore()).status).toBe(404);
  });

  test('of somebody else are as if they were not there', async () => {
    const note = await addNote(await makeLead(), 'Mía');
    const nobody = await api('/api/notes/99999999', { method: 'PATCH', body: { body: 'x' } });
    for (const method of ['PATCH', 'DELETE']) {
      const answer = await api(`/api/notes/${note.id}`, {
        method,
        body: { body: 'x' },
        cookie: colleague.cookie,
      });
      expect(answer.status).toBe(404);
      expect(answer.text).toBe(nobody.text);
    }
  });

  test('go with their lead: none on one that is deleted', async () => {
    const leadId = await makeLead();
    const note = await addNote(leadId, 'Uno');
    await api(`/api/leads/${leadId}`, { method: 'DELETE' });
    expect((await api(`/api/leads/${leadId}/notes`)).status).toBe(404);
    expect((await api(`/api/leads/${leadId}/notes`, { body: { body: 'Dos' } })).status).toBe(404);
    expect((await api(`/api/notes/${note.id}`, { method: 'PATCH', body: { body: 'x' } })).status).toBe(404);
  });
});

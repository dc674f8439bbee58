import { describe, expect, test } from 'vitest';
import { call } from '../support/http';
import { providePerson, provideSharedServer } from '../support/provide';

const server = provideSharedServer();
const ana = providePerson(server, { name: 'Ana' });

/** Makes emails unique to this file. */
const own = crypto.randomUUID().slice(0, 8);
const fourDigits = () => String(5000 + Math.floor(Math.random() * 1000));

const as = (path: string, options: Parameters<typeof call>[2] = {}) =>
  call(server, path, { cookie: ana.cookie, ...options });
const read = async (id: number) => (await as(`/api/leads/${id}`)).json.lead;
const total = async (query: string) => (await as(`/api/leads?${query}`)).json.total;
async function makeLead(lead: Record<string, unknown>): Promise<number> {
  const { status, json } = await as('/api/leads', {
    body: { nombre: 'Iris', owner_id: null, waiting: true, ...lead },
  });
  expect(status).toBe(201);
  return json.lead.id;
}
async function matches(query: Record<string, string>): Promise<number[]> {
  const { json } = await as(`/api/leads/matches?${new URLSearchParams(query)}`);
  const ids = json.leads.map(({ id }: { id: number }) => id);
  // Screens POST the query, which keeps emails out of addresses.
  const asked = await as('/api/leads/matches', { body: query });
  expect(asked.json.leads.map(({ id }: { id: number }) => id)).toEqual(ids);
  return ids;
}

describe('the same person', () => {
  test('is found by an email in any of its spellings, newest first', async () => {
    const first = await makeLead({ email: `iris.vega.${own}@gmail.com` });
    const second = await makeLead({ email: `IrisVega${own}+casas@googlemail.com` });
    expect(await matches({ email: `irisvega${own}@gmail.com` })).toEqual([second, first]);
    expect(await matches({ email: `iris.vega.${own}@x.example.com` })).toEqual([]);
    expect(await read(first)).toMatchObject({ duplicates: 1 });
    expect(await read(second)).toMatchObject({ duplicates: 1 });
  });

  test('is found by a number as people write it, in its country', async () => {
    const [some, last] = [fourDigits(), fourDigits()];
    const whatsapp = `011 15-${some}-${last}`;
    const id = await makeLead({ email: `tel.${own}@x.example.com`, whatsapp, pais: 'Argentina' });
    expect(await matches({ whatsapp: `+54 9 11 ${some} ${last}` })).toEqual([id]);
    expect(await matches({ whatsapp: `11 ${some} ${last}`, pais: 'Argentina' })).toEqual([id]);
    expect(await matches({ whatsapp: `11 ${some} ${last}` })).toEqual([]);
    expect(await matches({})).toEqual([]);
  });

  test('counts once who shares both, and follows every change', async () => {
    const whatsapp = `+54 9 351 5${fourDigits().slice(2)} ${fourDigits()}`;
    const first = await makeLead({ email: `olga.${own}@x.example.com`, whatsapp });
    const second = await makeLead({ email: `olga.${own}@x.example.com`, whatsapp });
    const third = await makeLead({ email: `olga.${own}@otra.example.com`, whatsapp });
    expect(await read(first)).toMatchObject({ duplicates: 2 });
    await as(`/api/leads/${third}`, { method: 'PATCH', body: { whatsapp: null } });
    expect(await read(third)).toMatchObject({ duplicates: 0 });
    expect(await read(first)).toMatchObject({ duplicates: 1 });
    await as(`/api/leads/${second}`, { method: 'DELETE' });
    expect(await read(first)).toMatchObject({ duplicates: 0 });
    expect(await matches({ email: `olga.${own}@x.example.com` })).toEqual([first]);
    const { json } = await as(`/api/leads/${second}/restore`, { method: 'POST' });
    expect(json.lead).toMatchObject({ duplicates: 1 });
  });

  test('has a list of its own, which goes with the other filters', async () => {
    const before = await total('duplicados=si');
    const before_chile = await total('duplicados=si&pais=Chile');
    const first = await makeLead({ email: `dos.${own}@x.example.com`, pais: 'Chile' });
    expect(await total('duplicados=si')).toBe(before);
    const second = await makeLead({ email: `dos.${own}@x.example.com` });
    expect(await total('duplicados=si')).toBe(before + 2);
    expect(await total('duplicados=si&pais=Chile')).toBe(before_chile + 1);
    expect(await total(`duplicados=si&contacto=pendiente&q=dos.${own}`)).toBe(2);
    for (const orden of ['', 'antiguos', 'mas_notas', 'proximo_contacto']) {
      const { json } = await as(`/api/leads?duplicados=si&q=dos.${own}&orden=${orden}`);
      expect(new Set(json.leads.map(({ id }: { id: number }) => id))).toEqual(new Set([first, second]));
      expect(json.leads).toHaveLength(2);
    }
    expect((await as('/api/leads?duplicados=no')).status).toBe(422);
  });

  test('lists who is the same person together, whoever wrote last first, also from page to page', async () => {
    const ids: Record<string, number> = {};
    const people = ['ana', 'bea', 'ana', 'caro', 'bea', 'dora', 'caro', 'ana', 'dora'];
    for (const [n, person] of people.entries())
      ids[`${person}${n}`] = await makeLead({ email: `${person}.${own}@junta.example.com` });
    const expected = ['dora8', 'dora5', 'ana7', 'ana2', 'ana0', 'caro6', 'caro3', 'bea4', 'bea1'].map(
      (one) => ids[one],
    );
    const listed = async (query: string) => {
      const found: number[] = [];
      let cursor = '';
      do {
        const { json } = await as(`/api/leads?duplicados=si${query}&limit=2${cursor}`);
        found.push(...json.leads.map(({ id }: { id: number }) => id));
        cursor = json.next_cursor ? `&cursor=${json.next_cursor}` : '';
      } while (cursor);
      return found;
    };
    for (const query of ['', `&q=${own}`])
      expect((await listed(query)).filter((id) => expected.includes(id))).toEqual(expected);
  });

  test('is counted at once, also on the others', async () => {
    const first = await makeLead({ email: `viva.${own}@x.example.com` });
    const second = await makeLead({ email: `Viva.${own}@x.example.com` });
    const counted = async () =>
      Promise.all([first, second].map(async (id) => (await as(`/api/leads/${id}`)).json.lead?.duplicates));
    expect(await counted()).toEqual([1, 1]);
    await as(`/api/leads/${second}`, { method: 'PATCH', body: { email: `otra.${own}@x.example.com` } });
    expect(await counted()).toEqual([0, 0]);
    await as(`/api/leads/${second}`, { method: 'PATCH', body: { email: `viva.${own}@x.example.com` } });
    expect(await counted()).toEqual([1, 1]);
    await as(`/api/leads/${second}`, { method: 'DELETE' });
    expect(await counted()).toEqual([0, undefined]);
  });

  test('must be asked for in a way that can be', async () => {
    const { status, json } = await as('/api/leads/matches?pais=Narnia');
    expect(status).toBe(422);
    expect(json.error.fields).toHaveProperty('pais');
  });
});

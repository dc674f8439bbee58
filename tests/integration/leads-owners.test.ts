import { describe, expect, test } from 'vitest';
import { makePerson, type Person } from '../support/accounts';
import { makeCompany } from '../support/companies';
import { withDatabase } from '../support/database';
import { call, validEnquiry } from '../support/http';
import { providePerson, provideProvenPerson, provideServer } from '../support/provide';

const server = provideServer();
const admin = provideProvenPerson(server, { name: 'Clara', roles: ['admin'] });
const ana = providePerson(server, { name: 'Ana' });
const beto = providePerson(server, { name: 'Beto' });

const as = (person: Person, path: string, options: Parameters<typeof call>[2] = {}) =>
  call(server, path, { cookie: person.cookie, ...options });
const patch = (person: Person, id: number, body: unknown) => as(person, `/api/leads/${id}`, { method: 'PATCH', body });
const read = async (id: number) => (await as(ana, `/api/leads/${id}`)).json.lead;
const ownerOf = async (id: number) => (await read(id)).owner_name;

async function makeLead(email = 'iris@x.example.com'): Promise<number> {
  const body = { nombre: 'Iris', email, owner_id: null, waiting: true };
  return (await as(admin, '/api/leads', { body })).json.lead.id;
}

async function enquire(email = `${crypto.randomUUID()}@x.example.com`): Promise<number> {
  const digits = String(Math.floor(Math.random() * 90_000_000) + 10_000_000);
  const body = { ...validEnquiry, email, telefono: `+54911${digits}`, submission_id: crypto.randomUUID() };
  expect((await call(server, '/webhook/contacto', { body })).status).toBe(201);
  return withDatabase(server, (db) => Number(db.prepare('SELECT max(id) FROM leads').pluck().get()));
}

describe('a lead that nobody has becomes whose who first', () => {
  test.each([
    ['changes its status', (id: number) => patch(ana, id, { estado: 'contactado' })],
    ['plans its next contact', (id: number) => patch(ana, id, { next_contact_on: '2027-01-10' })],
    ['notes something', (id: number) => as(ana, `/api/leads/${id}/notes`, { body: { body: 'Hola' } })],
    ['opens WhatsApp', (id: number) => as(ana, `/api/leads/${id}/contacts`, { body: { channel: 'whatsapp' } })],
  ])('%s; whoever comes next takes nothing', async (_name, act) => {
    const id = await makeLead();
    expect(await ownerOf(id)).toBeNull();
    await act(id);
    expect(await ownerOf(id)).toBe('Ana');
    await patch(beto, id, { estado: 'en_seguimiento' });
    expect(await ownerOf(id)).toBe('Ana');
    const { json } = await as(beto, `/api/leads/${id}/timeline`);
    expect(json.events).toContainEqual(
      expect.objectContaining({ field: 'owner_id', actor_name: 'Ana', from_value: null, to_value: 'Ana' }),
    );
  });

  test('but not by correcting its data, nor again after having given it back', async () => {
    const id = await makeLead();
    await patch(ana, id, { empresa: 'Sur' });
    expect(await ownerOf(id)).toBeNull();
    const { as_of } = (await patch(ana, id, { estado: 'contactado' })).json.lead;
    const undone = await as(ana, `/api/leads/${id}/undo`, { body: { event: as_of } });
    expect(undone.json.lead).toMatchObject({ estado: 'nuevo', owner_id: null, first_contacted_at: null });
    await as(ana, `/api/leads/${id}/notes`, { body: { body: 'Llamar' } });
    expect(await ownerOf(id)).toBeNull();
    await as(beto, `/api/leads/${id}/notes`, { body: { body: 'Llamé' } });
    expect(await ownerOf(id)).toBe('Beto');
  });

  test('with a date in any case: a follow-up belongs to somebody, unless they say to whom', async () => {
    const makeGivenBack = async () => {
      const id = await makeLead();
      const { as_of } = (await patch(ana, id, { estado: 'contactado' })).json.lead;
      await as(ana, `/api/leads/${id}/undo`, { body: { event: as_of } });
      expect(await ownerOf(id)).toBeNull();
      return id;
    };
    const [one, many, nobodys] = [await makeGivenBack(), await makeGivenBack(), await makeLead()];
    const date = { next_contact_on: '2099-01-10' };
    const planned = (await patch(ana, one, date)).json;
    expect(planned).toMatchObject({ lead: { owner_name: 'Ana' }, changed: { owner_id: null } });
    const undone = await as(ana, `/api/leads/${one}/undo`, { body: { event: planned.lead.as_of } });
    expect(undone.json.lead).toMatchObject({ owner_id: null, next_contact_on: null });
    const bulk = (await as(ana, '/api/leads/bulk', { body: { ids: [many, nobodys], change: date } })).json;
    for (const id of [many, nobodys]) expect(await read(id)).toMatchObject({ owner_name: 'Ana', ...date });
    await as(ana, '/api/leads/bulk/undo', { body: { undo: bulk.undo } });
    for (const id of [many, nobodys]) expect(await read(id)).toMatchObject({ owner_id: null, next_contact_on: null });
    await patch(ana, nobodys, { ...date, owner_id: null });
    expect(await ownerOf(nobodys)).toBeNull();
  });

  test('of two at the same moment, one', async () => {
    const id = await makeLead();
    const answers = await Promise.all([ana, beto].map((person) => patch(person, id, { estado: 'contactado' })));
    const owners = new Set(answers.map(({ json }) => json.lead.owner_id));
    expect(owners.size).toBe(1);
    expect([ana.id, beto.id]).toContain([...owners][0]);
  });
});

describe('whoever has a lead', () => {
  test('gives it to a colleague, who may be taken over from; against what somebody else did it is a conflict', async () => {
    const id = await makeLead();
    await patch(ana, id, { owner_id: beto.id });
    expect(await ownerOf(id)).toBe('Beto');
    const late = await patch(admin, id, { owner_id: admin.id, previous: { owner_id: null } });
    expect([late.status, late.json.error.fields.owner_id]).toEqual([409, 'Otra persona lo cambió a «Beto».']);
    await patch(admin, id, { owner_id: admin.id, previous: { owner_id: beto.id } });
    expect(await ownerOf(id)).toBe('Clara');
  });

  test('cannot give it to somebody who has no leads', async () => {
    const id = await makeLead();
    const others = {
      nobody: crypto.randomUUID(),
      'a coordinator': makePerson(server, { roles: ['coordinator'], companyId: makeCompany(server) }).id,
      'somebody suspended': makePerson(server, { status: 'suspended' }).id,
    };
    for (const [who, owner_id] of Object.entries(others)) {
      const { status, json } = await patch(ana, id, { owner_id });
      const message = 'Responsable: elegí a alguien activo del equipo.';
      expect.soft([status, json.error?.message], who).toEqual([422, message]);
    }
  });

  test('finds them by owner, and so does everybody; the numbers agree', async () => {
    const dora = makePerson(server, { name: 'Dora' });
    const own = [await makeLead(), await makeLead()];
    for (const id of own) await patch(dora, id, { owner_id: dora.id });
    await patch(dora, own[0] ?? 0, { estado: 'perdido', lost_reason: 'precio' });
    const mine = (await as(dora, '/api/leads?owner=me')).json;
    expect(mine.leads.map(({ id }: { id: number }) => id)).toEqual([...own].reverse());
    expect(mine.total).toBe(2);
    expect((await as(ana, `/api/leads?owner=${dora.id}&estado=perdido`)).json.leads).toHaveLength(1);
    const agenda = (await as(dora, '/api/leads/agenda')).json;
    expect(agenda.mios).toBe(2);
    expect(agenda.sin_dueno).toBe((await as(dora, '/api/leads?owner=none')).json.total);
  });
});

describe('somebody who is suspended', () => {
  test('has no leads any more: a colleague gets them, or nobody', async () => {
    const leaver = makePerson(server, { name: 'Eva' });
    const [kept = 0, hidden = 0] = [await makeLead(), await makeLead()];
    for (const id of [kept, hidden]) await patch(admin, id, { owner_id: leaver.id });
    await as(admin, `/api/leads/${hidden}`, { method: 'DELETE' });
    const body = { status: 'suspended', leads_to: ana.id };
    expect((await as(admin, `/api/profiles/${leaver.id}`, { method: 'PATCH', body })).status).toBe(200);
    expect(await ownerOf(kept)).toBe('Ana');
    await as(admin, `/api/leads/${hidden}/restore`, { method: 'POST' });
    expect(await ownerOf(hidden)).toBe('Ana');

    await as(admin, `/api/profiles/${leaver.id}`, { method: 'PATCH', body: { status: 'active' } });
    await patch(admin, kept, { owner_id: leaver.id });
    await as(admin, `/api/profiles/${leaver.id}`, { method: 'PATCH', body: { status: 'suspended' } });
    expect(await ownerOf(kept)).toBeNull();
    // The suspended person did not release it, so it may be claimed.
    await as(admin, `/api/leads/${kept}/notes`, { body: { body: 'La llamo yo' } });
    expect(await ownerOf(kept)).toBe('Clara');
    const { staff } = (await as(ana, '/api/staff')).json;
    expect(staff.map(({ id }: { id: string }) => id)).not.toContain(leaver.id);
  });

  test('cannot leave them to somebody who may have none: then nothing changes', async () => {
    const leaver = makePerson(server);
    const body = { status: 'suspended', leads_to: makePerson(server, { status: 'suspended' }).id };
    const answer = await as(admin, `/api/profiles/${leaver.id}`, { method: 'PATCH', body });
    expect(answer.status).toBe(422);
    expect((await as(leaver, '/api/leads/counters')).status).toBe(200);
  });
});

describe('new leads go in turn to those who get leads', () => {
  const takes = (person: Person, takes_leads: boolean) =>
    as(admin, `/api/team/${person.id}`, { method: 'PATCH', body: { takes_leads } });

  test('evenly, also after one is given away; somebody who comes back gets one, and not all', async () => {
    expect((await as(ana, `/api/team/${ana.id}`, { method: 'PATCH', body: { takes_leads: true } })).status).toBe(403);
    for (const person of [ana, beto]) expect((await takes(person, true)).json.member.id).toBe(person.id);
    const ids = [await enquire(), await enquire(), await enquire(), await enquire()];
    const owners = await Promise.all(ids.map(ownerOf));
    expect([...owners].sort()).toEqual(['Ana', 'Ana', 'Beto', 'Beto']);
    expect(owners[0]).not.toBe(owners[1]);
    // Reassigning by hand moves nobody in the rotation.
    await patch(admin, ids[3] ?? 0, { owner_id: owners[2] === 'Ana' ? ana.id : beto.id });
    expect(await ownerOf(await enquire())).toBe(owners[0]);
    await takes(beto, false);
    for (let n = 0; n < 3; n++) expect(await ownerOf(await enquire())).toBe('Ana');
    await takes(beto, true);
    expect(await ownerOf(await enquire())).toBe('Beto');
    expect(await ownerOf(await enquire())).toBe('Ana');
  });

  test('whoever has written before goes to who had them; a lead made by hand stays with its maker', async () => {
    const email = `${crypto.randomUUID()}@x.example.com`;
    const first = await enquire(email);
    await patch(admin, first, { owner_id: beto.id });
    for (let n = 0; n < 2; n++) expect(await ownerOf(await enquire(email))).toBe('Beto');
    // Twice, because the first could be her turn anyway.
    for (let n = 0; n < 2; n++) {
      const { json } = await as(ana, '/api/leads', { body: { nombre: 'Iris', email } });
      expect(json.lead.owner_name).toBe('Ana');
    }
  });

  test('of many at the same moment, too', async () => {
    const before = withDatabase(server, (db) => Number(db.prepare('SELECT max(id) FROM leads').pluck().get()));
    await Promise.all(Array.from({ length: 10 }, () => enquire()));
    const counts = withDatabase(server, (db) =>
      db.prepare('SELECT count(*) FROM leads WHERE id > ? GROUP BY owner_id').pluck().all(before),
    );
    expect(counts).toEqual([5, 5]);
  });

  test('nobody gets any once nobody is left in it', async () => {
    for (const person of [ana, beto]) await takes(person, false);
    expect(await ownerOf(await enquire())).toBeNull();
    const staff = (await as(ana, '/api/staff')).json.staff;
    expect(staff.every(({ takes_leads }: { takes_leads: boolean }) => !takes_leads)).toBe(true);
    expect(staff.map(({ name }: { name: string }) => name).slice(0, 2)).toEqual(['Ana', 'Beto']);
  });
});

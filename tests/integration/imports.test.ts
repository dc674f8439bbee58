import { describe, expect, test } from 'vitest';
import type { ImportChoices, ImportProgress } from '~/shared/imports/import';
import { runCrm } from '../support/crm';
import { withDatabase } from '../support/database';
import { call } from '../support/http';
import { type SheetCell, upload, workbook, workbookParts, zip } from '../support/imports';
import { openStream } from '../support/live';
import { providePerson, provideProvenPerson, provideReceiver, provideServer } from '../support/provide';
import { startServer, type TestServer } from '../support/server';

const receiver = provideReceiver();
const server = provideServer(() => ({
  env: { LEAD_WEBHOOK_URL: receiver.url, LEAD_WEBHOOK_EVENTS: 'lead.created lead.updated lead.deleted' },
}));
const admin = provideProvenPerson(server, { name: 'Ana', roles: ['admin'] });
const beto = providePerson(server, { name: 'Beto Núñez' });

const api = (path: string, body?: unknown, method?: string) =>
  call(server, path, { cookie: admin.cookie, body, ...(method && { method }) });
const list = async (query: string) => (await api(`/api/leads?${new URLSearchParams(query)}`)).json.leads;
const findByName = async (nombre: string) => (await list(`q=${nombre}`))[0];
const notesOf = async (id: number) => (await api(`/api/leads/${id}/notes`)).json.notes;

type Choices = Partial<ImportChoices>;

async function send(file: string | Buffer, name?: string) {
  const { status, json } = await upload(server, admin, file, name);
  expect(json.error?.message).toBeUndefined();
  expect(status).toBe(201);
  return json.import;
}

async function check(draft: { id: number; mapping: unknown }, choices: Choices = {}) {
  const body = { mapping: draft.mapping, duplicates: 'skip', ...choices };
  const { status, json } = await api(`/api/imports/${draft.id}/check`, body);
  expect(json.error?.message).toBeUndefined();
  expect(status).toBe(200);
  return json;
}

async function settled(id: number): Promise<ImportProgress> {
  const states = ['running', 'undoing'];
  await expect
    .poll(async () => (await api(`/api/imports/${id}`)).json.state)
    .not.toSatisfy((state: string) => states.includes(state));
  return (await api(`/api/imports/${id}`)).json;
}

/** Uploads, checks and imports a file; returns the outcome. */
async function importFile(file: string | Buffer, choices: Choices = {}, name?: string) {
  const draft = await send(file, name);
  const checked = await check(draft, choices);
  expect((await api(`/api/imports/${draft.id}/run`, { check: checked.check })).status).toBe(202);
  return { draft, checked, ...(await settled(draft.id)) };
}
const undo = async (id: number) => {
  expect((await api(`/api/imports/${id}/undo`, {})).status).toBe(200);
  return settled(id);
};
const rejectedOf = async (id: number) => (await api(`/api/imports/${id}/rejected.csv`)).text;

describe('a file becomes leads', () => {
  test('with owner, source, status, notes and date, and one history', async () => {
    const file = [
      'Nombre;Email;Teléfono;País;Empresa;Responsable;Origen;Estado;Notas;Fecha de alta',
      'Iris Rey;IRIS@x.example.com;011 15-5874-9895;AR;Sur;beto nunez;Feria;Ganada;Quiere demo;21/11/2025',
      'Juan Sol;juan@x.example.com;;;;;;;;2025-03-02 10:30',
    ].join('\r\n');
    const done = await importFile(file, {}, 'clientes 2025.csv');
    expect(done).toMatchObject({ state: 'done', done: 2, total: 2, created: 2, rejected: 0, by: 'Ana' });
    const iris = await findByName('Iris');
    expect(iris).toMatchObject({
      nombre: 'Iris Rey',
      email: 'IRIS@x.example.com',
      whatsapp: '011 15-5874-9895',
      phone_key: '541158749895',
      pais: 'Argentina',
      empresa: 'Sur',
      owner_id: beto.id,
      source: 'Feria',
      estado: 'ganado',
      notes_count: 1,
      created_at: '2025-11-21T12:00:00.000Z',
    });
    expect((await notesOf(iris.id))[0]).toMatchObject({ body: 'Quiere demo', author_name: 'Ana' });
    const { events } = (await api(`/api/leads/${iris.id}/timeline`)).json;
    expect(events.map(({ type }: { type: string }) => type)).toEqual(['note_added', 'changed', 'created']);
    expect(await findByName('Juan')).toMatchObject({
      source: 'importación: clientes 2025.csv',
      created_at: '2025-03-02T13:30:00.000Z',
      owner_id: null,
    });
  });

  test('that wait for no contact and of which nobody is told, unless asked', async () => {
    const before = receiver.received.length;
    const waiting = async () => (await api('/api/leads/counters')).json.sin_contactar;
    const were = await waiting();
    await importFile('Nombre,Email\nCallada,callada@x.example.com');
    expect(await waiting()).toBe(were);
    expect((await list('contacto=pendiente&q=Callada')).length).toBe(0);
    expect(receiver.received.length).toBe(before);
    await importFile('Nombre,Email\nSonora,sonora@x.example.com', { notify: true });
    await receiver.waitForRequests(before + 1);
    expect(receiver.received.slice(before).map(({ body }) => JSON.parse(body).nombre)).toEqual(['Sonora']);
    expect(await waiting()).toBe(were + 1);
  });

  test('also of lists of nothing but emails or numbers, and of rows without a name; nothing of a row is dropped', async () => {
    for (const [file, names] of [
      ['solo1@listas.example.com\nsolo2@listas.example.com', ['solo1@listas.example.com', 'solo2@listas.example.com']],
      ['Teléfono\n+54 9 11 5874 0401\n+54 9 11 5874 0402', ['+54 9 11 5874 0401', '+54 9 11 5874 0402']],
    ] as const) {
      const done = await importFile(file);
      expect(done).toMatchObject({ created: 2, rejected: 0 });
      expect(done.checked.preview.map(({ nombre }: { nombre: string }) => nombre)).toEqual(names);
    }
    const done = await importFile(
      [
        'Nombre,Apellido,Empresa,Email,Estado,Responsable,Etiquetas,Unsubscribed',
        ',,Sur,callado@listas.example.com,Activo,Zoe,feria; vip,true',
        'Ana,Null,,anull@listas.example.com,Ganado,,,false',
      ].join('\n'),
    );
    expect(done.checked.preview).toMatchObject([
      {
        ...{ nombre: 'Sur', empresa: 'Sur', estado: 'nuevo', owner_name: null },
        note: 'No contactar. Lo dice la columna Unsubscribed: true\nEstado: Activo\nResponsable: Zoe\nEtiquetas: feria; vip\nUnsubscribed: true',
      },
      { nombre: 'Ana Null', estado: 'ganado' },
    ]);
  });

  test('a workbook with merged titles, days and numbers as Excel stores them, and formulas with their result', async () => {
    const rows: SheetCell[][] = [
      ['Clientes de la inmobiliaria'],
      [],
      ['Nombre y apellido', 'Correo electrónico', 'Celular', 'Fecha'],
      ['Olga Paz', 'olga@x.example.com', 5491158749896, { serial: 45_985 }],
      ['Pía Luz', { formula: 'A4&"@x"', result: 'pia@x.example.com' }, '', { serial: 45_985.5 }],
    ];
    const done = await importFile(workbook(rows, { merged: 'A1:D1' }), {}, 'clientes.xlsx');
    expect(done.draft.columns).toEqual(['Nombre y apellido', 'Correo electrónico', 'Celular', 'Fecha']);
    expect(done).toMatchObject({ created: 2, rejected: 0 });
    expect(await findByName('Olga')).toMatchObject({
      whatsapp: '5491158749896',
      created_at: '2025-11-24T12:00:00.000Z',
    });
    expect(await findByName('Pía')).toMatchObject({ email: 'pia@x.example.com' });
  });

  test('a workbook that counts its days from 1904, also plain ones, and in the rows that it rejects', async () => {
    const rows: SheetCell[][] = [
      ['Nombre', 'Email', 'Fecha de alta', 'Próximo contacto'],
      ['Mac Uno', 'mac1@x.example.com', { serial: 44_520 }, 44_521],
      ['Mac Dos', 'mac2@x.example.com', 44_520, ''],
      ['Mac Tres', '', 44_520, ''],
      ['Mac Cuatro', 'mac4@x.example.com', 'ayer', ''],
    ];
    const parts = workbookParts(rows).map(([name, content]): [string, string | Buffer] => [
      name,
      name === 'xl/workbook.xml' ? String(content).replace('<sheets>', '<workbookPr date1904="1"/><sheets>') : content,
    ]);
    const done = await importFile(zip(parts), {}, 'mac.xlsx');
    expect(done).toMatchObject({ created: 3, rejected: 1 });
    expect(done.checked.dates.unread).toEqual([{ field: 'created_at', rows: 1, shown: [{ row: 5, text: 'ayer' }] }]);
    const at = { created_at: '2025-11-21T12:00:00.000Z' };
    expect(await findByName('Mac Uno')).toMatchObject({ ...at, next_contact_on: '2025-11-22' });
    expect(await findByName('Mac Dos')).toMatchObject(at);
    await importFile(
      (await rejectedOf(done.id)).replace('Mac Tres;', 'Mac Tres;mac3@x.example.com'),
      {},
      'rechazadas.csv',
    );
    expect(await findByName('Mac Tres')).toMatchObject(at);
  });

  test('contact cards of a phone', async () => {
    const card = (...lines: string[]) => ['BEGIN:VCARD', 'VERSION:3.0', ...lines, 'END:VCARD', ''].join('\r\n');
    const cards = [
      card('FN:Tarjeta Uno', 'TEL;TYPE=CELL:+54 9 11 5874-1904', 'TEL;TYPE=FAX:11 4321-0000', 'NOTE:Feria'),
      card(
        'FN:Tarjeta Dos',
        'item1.EMAIL:tarjeta2@x.example.com',
        'ORG:Sur',
        'TEL:(11) 96123-4567',
        'ADR:;;;;;;Brasil',
      ),
    ];
    const done = await importFile(cards.join(''), {}, 'contactos.vcf');
    expect(done).toMatchObject({ created: 2, rejected: 0 });
    const one = await findByName('Tarjeta Uno');
    expect(one).toMatchObject({ whatsapp: '+54 9 11 5874-1904', source: 'importación: contactos.vcf' });
    expect((await notesOf(one.id))[0].body).toBe('Feria\nFax: 11 4321-0000');
    expect(await findByName('Tarjeta Dos')).toMatchObject({
      ...{ email: 'tarjeta2@x.example.com', empresa: 'Sur', pais: 'Otro', whatsapp: '+55 11 96123 4567' },
    });
  });

  test('whatever its encoding and its lines', async () => {
    const files: [string, Buffer][] = [
      ['UTF-8 with its mark', Buffer.from('\ufeffNombre;Email\r\nÑandú;nandu1@x.example.com', 'utf8')],
      ['Windows-1252', Buffer.from('Nombre;Email\r\nÑandú;nandu2@x.example.com', 'latin1')],
      ['UTF-16', Buffer.from('\ufeffNombre\tEmail\r\nÑandú\tnandu3@x.example.com', 'utf16le')],
      ['UTF-16 without its mark', Buffer.from('Nombre,Email\r\nÑandú,nandu4@x.example.com', 'utf16le')],
      [
        'lines that do not all end alike',
        Buffer.from('Clientes\r\nNombre,Email\nÑandú,nandu6@x.example.com\n', 'utf8'),
      ],
      ['sep= first', Buffer.from('sep=;\r\nNombre;Email\r\nÑandú;nandu5@x.example.com', 'utf8')],
    ];
    for (const [how, file] of files) {
      const draft = await send(file);
      const read = { columns: ['Nombre', 'Email'], rows: 1, mapping: ['nombre', 'email'] };
      expect.soft(draft, how).toMatchObject(read);
      expect.soft(draft.sample[0][0], how).toBe('Ñandú');
    }
  });
});

describe('the check', () => {
  const file = [
    'Nombre,Email,Estado,Fecha',
    'Uno,uno@x.example.com,Nuevo,31/02/2025',
    'Dos,,Nuevo,',
    'Tres,tres arroba x,Quién sabe,',
    'Cuatro,cuatro@x.example.com,Nuevo,',
    'Cinco,CUATRO@x.example.com,Nuevo,',
  ].join('\n');

  test('tells row, field and reason, and what is new, and changes nothing', async () => {
    const before = (await api('/api/leads/counters')).json.total;
    const draft = await send(file);
    const checked = await check(draft);
    expect(checked).toMatchObject({ rows: 5, new: 2, duplicates: 1, skipped: 1, invalid: 2 });
    expect(checked.problems).toEqual([
      { row: 3, field: 'email', reason: expect.any(String) },
      { row: 4, field: 'email', reason: expect.any(String) },
    ]);
    expect((await api('/api/leads/counters')).json.total).toBe(before);
    expect(await check(draft)).toMatchObject({ rows: 5, new: 2, duplicates: 1, invalid: 2, check: 2 });
  });

  test('refuses columns that cannot be, and what was not checked, or checked again', async () => {
    const draft = await send(file);
    const path = `/api/imports/${draft.id}`;
    expect((await api(`${path}/run`, {})).status).toBe(409);
    const choose = (mapping: unknown) => api(`${path}/check`, { mapping, duplicates: 'skip' });
    expect((await choose(['nombre', null, null, null])).json.error.message).toContain('email');
    expect((await choose(['nombre', 'email'])).json.error.message).toContain('4 columnas');
    expect((await choose(['nombre', 'email', 'contraseña', null])).status).toBe(422);
    const { check: first } = await check(draft);
    await check(draft, { duplicates: 'create' });
    expect((await api(`${path}/run`, { check: first })).status).toBe(409);
  });

  test('agrees with the import, whose rejected rows can be mended and imported', async () => {
    const done = await importFile(file);
    expect(done).toMatchObject({ created: 2, skipped: 1, rejected: 2 });
    const uno = await findByName('Uno uno@x');
    expect((await notesOf(uno.id))[0].body).toBe('Fecha: 31/02/2025');
    const csv = await rejectedOf(done.id);
    expect(csv).toContain('Nombre,Email,Estado,Fecha,motivo');
    expect(csv).toContain('Email: escribí');
    const mended = csv.replace('tres arroba x', 'tres@x.example.com');
    const again = await importFile(mended, {}, 'rechazadas.csv');
    expect(again.draft.mapping).toEqual(['nombre', 'email', 'estado', 'created_at', null]);
    expect(again).toMatchObject({ created: 1, rejected: 1 });
    expect(await rejectedOf(again.id)).not.toContain('motivo,motivo');
  });

  test('gives back the cells of a row that has more of them than the heads', async () => {
    const rows = Array.from({ length: 250 }, (_, n) => `Ancha ${n},ancha${n}@x.example.com`).join('\n');
    const done = await importFile(`Nombre,Email\n${rows}\nPaz,Ana,paz@x.example.com`);
    const [heads, row] = (await rejectedOf(done.id)).split('\r\n');
    expect(heads).toBe('Nombre,Email,Columna 3,motivo');
    expect(row).toMatch(/^Paz,Ana,paz@x\.example\.com,"Tiene 3 columnas[^:]*: [^:]*\. Email: escribí/);
  });

  test('reads the dates of rows that were rejected in the order of the file that they come from', async () => {
    const heads = 'Nombre,Email,Fecha de alta';
    const done = await importFile(`${heads}\nPrueba,prueba@x.example.com,03/25/2025\nMes,,01/02/2025`);
    const mended = (await rejectedOf(done.id)).replace('Mes,', 'Mes Primero,mes@x.example.com');
    await importFile(mended, {}, 'rechazadas.csv');
    expect(await findByName('Primero')).toMatchObject({ created_at: '2025-01-02T12:00:00.000Z' });
  });

  test('agrees with the import about whom a row that is skipped makes known', async () => {
    const file = [
      'Nombre,Email,Teléfono',
      'Uno,uno@cadena.example.com,+54 9 11 5874 0777',
      'Uno,dos@cadena.example.com,+54 9 11 5874 0777',
      'Tres,dos@cadena.example.com,',
    ].join('\n');
    const done = await importFile(file);
    expect(done).toMatchObject({ created: 2, skipped: 1 });
    expect(done.checked).toMatchObject({ new: 2, duplicates: 1, possible: 0 });
    expect(done.checked.skips).toEqual([{ row: 3, nombre: 'Uno', reason: 'Ya está: es quien dice la fila 2.' }]);
    const csv = (await api(`/api/imports/${done.id}/skipped.csv`)).text;
    expect(csv).toMatch(/Nombre,Email,Teléfono,motivo\r\nUno,dos@cadena\.example\.com,.*Ya está: es el lead \d+\./);
  });
});

test('our own export is read as what it was, in either of its formats', async () => {
  for (const format of ['csv', 'xlsx']) {
    const email = `vuelta-${format}@x.example.com`;
    const lead = {
      ...{ nombre: '=Vuelta Entera', email, whatsapp: '+54 9 11 5874 0321', pais: 'Argentina' },
      ...{ client_type: 'otros', mensaje: 'Busco un asistente', empresa: 'Costanera' },
    };
    const made = (await api('/api/leads', lead)).json.lead;
    await api(`/api/leads/${made.id}/notes`, { body: 'Llamar' });
    await api(`/api/leads/${made.id}`, { estado: 'en_seguimiento', owner_id: beto.id }, 'PATCH');
    const came = {
      tema: 'Precios',
      utm_source: 'google',
      utm_medium: null,
      utm_campaign: 'otoño',
      referrer: 'x.com',
    };
    withDatabase(server, (db) =>
      db
        .prepare(
          'UPDATE leads SET tema = :tema, utm_source = :utm_source, utm_campaign = :utm_campaign, referrer = :referrer WHERE id = :id',
        )
        .run({ ...came, id: made.id }),
    );
    const file = await fetch(`${server.url}/api/leads/export?format=${format}&q=${email}`, {
      headers: { cookie: admin.cookie },
    });
    const bytes = Buffer.from(await file.arrayBuffer());
    const done = await importFile(bytes, { duplicates: 'create' }, `leads.${format}`);
    expect(done, format).toMatchObject({ created: 1, rejected: 0 });
    const again = (await list(`q=${email}`)).find(({ id }: { id: number }) => id !== made.id);
    const owned = { estado: 'en_seguimiento', owner_id: beto.id, notes_count: 1 };
    expect(again, format).toMatchObject({ ...lead, ...owned, ...came, via: 'google / otoño' });
  }
});

describe('what texts mean', () => {
  test('is guessed, said once for each, and forgotten with the end of the import', async () => {
    const rows = 'Ema Paz,ema@valor.example.com,Interesado,Zoe\nEva Paz,eva@valor.example.com,Verde,Beto';
    const draft = await send(`Nombre,Email,Etapa,Responsable\n${rows}`);
    expect(draft.texts.slice(2)).toEqual([
      ['Interesado', 'Verde'],
      ['Zoe', 'Beto'],
    ]);
    expect(draft.values).toEqual({
      estado: { Interesado: 'en_seguimiento', Verde: null },
      owner: { Zoe: null, Beto: beto.id },
    });
    expect(draft.staff).toContainEqual(expect.objectContaining({ id: beto.id, name: 'Beto Núñez' }));
    const path = `/api/imports/${draft.id}/check`;
    const body = { mapping: draft.mapping, duplicates: 'skip' };
    for (const values of [{ estado: { Verde: 'verde' } }, { owner: { Zoe: 'nadie' } }, { email: {} }])
      expect.soft((await api(path, { ...body, values })).status).toBe(422);
    const meanings = { estado: { Verde: 'perdido' }, owner: { Zoe: beto.id, Beto: null } } as const;
    const checked = await check(draft, { values: meanings });
    expect(checked).toMatchObject({
      new: 2,
      invalid: 0,
      values: { estado: { Interesado: 'en_seguimiento' } },
    });
    expect(checked.preview).toMatchObject([
      { becomes: 'create', lead_id: null, estado: 'en_seguimiento', owner_name: 'Beto Núñez', note: null },
      { estado: 'perdido', owner_name: null },
    ]);
    await api(`/api/imports/${draft.id}/run`, { check: checked.check });
    await settled(draft.id);
    expect(await findByName('Ema')).toMatchObject({ estado: 'en_seguimiento', owner_id: beto.id });
    expect(await findByName('Eva eva@valor')).toMatchObject({ estado: 'perdido', owner_id: null });
    const kept = "SELECT choices ->> '$.values' FROM imports WHERE id = ?";
    expect(withDatabase(server, (db) => db.prepare(kept).pluck().get(draft.id))).toBe('{}');
  });

  test('and numbers without an email, or a sign, are somebody’s, wherever they are looked for', async () => {
    const file = [
      'Nombre,Celular,Alta',
      'Sola Uno,5491158741111,03/04/2025',
      'Sola Dos,549 11 5874-1112 / 4321-0000,05/04/2025',
      'Sola Otra Vez,+54 9 11 5874 1111,',
      'Sola Tres,4321-0000,',
    ].join('\n');
    const done = await importFile(file, { dates: 'month' });
    expect(done).toMatchObject({ created: 3, skipped: 1, rejected: 0 });
    expect(done.checked).toMatchObject({
      ...{ new: 3, duplicates: 1, skipped: 1, no_link: 1, no_link_rows: [{ row: 5, text: '4321-0000' }] },
      dates: { order: 'month', isProven: false, ambiguous: 2 },
    });
    expect(done.checked.preview[1]).toMatchObject({
      whatsapp: '549 11 5874-1112',
      ...{ email: '', link: 'https://wa.me/5491158741112', note: 'Otro teléfono: 4321-0000' },
    });
    const uno = await findByName('5491158741111');
    expect(uno).toMatchObject({
      email: '',
      phone_key: '541158741111',
      created_at: '2025-03-04T12:00:00.000Z',
    });
    for (const whatsapp of ['5491158741111', '%2B54%209%2011%205874%201111'])
      expect.soft((await api(`/api/leads/matches?whatsapp=${whatsapp}`)).json.leads).toMatchObject([{ id: uno.id }]);
    expect(await undo(done.id)).toMatchObject({ removed: 3, kept: 0 });
  });
});

describe('a person who is there already', () => {
  const make = async (email: string, more = {}) =>
    (await api('/api/leads', { nombre: 'Como estaba', email, ...more })).json.lead;

  test('is left alone', async () => {
    const lead = await make('queda@x.example.com');
    await importFile('Nombre,Email,Empresa\nOtro,Queda@X.example.com,Sur', { duplicates: 'skip' });
    expect((await api(`/api/leads/${lead.id}`)).json.lead).toMatchObject({
      nombre: 'Como estaba',
      empresa: null,
    });
  });

  test('is completed, with a note, and recorded; and is as before once it is undone', async () => {
    const lead = await make('suma@x.example.com', { whatsapp: '+5491158740001' });
    const row = 'Estaba,,+54 11 5874-0001,Sur,Vino de la feria\n';
    const file = `Nombre,Email,WhatsApp,Empresa,Notas\n${row.replace(',,', ',nueva@x.example.com,')}`;
    const done = await importFile(file, { duplicates: 'join' });
    expect(done).toMatchObject({ created: 0, joined: 1 });
    const joined = (await api(`/api/leads/${lead.id}`)).json.lead;
    expect(joined).toMatchObject({ nombre: 'Como estaba', empresa: 'Sur', notes_count: 1 });
    expect((await notesOf(lead.id))[0].body).toBe('Vino de la feria\n\nOtro email: nueva@x.example.com');
    expect(await undo(done.id)).toMatchObject({ removed: 0, restored: 1, kept: 0 });
    const after = (await api(`/api/leads/${lead.id}`)).json.lead;
    expect(after).toMatchObject({ nombre: 'Como estaba', empresa: null, notes_count: 0 });
  });

  test('is filled or overwritten, without a trace in its last activity; undoing gives back what nobody changed since', async () => {
    const whatsapp = '+5491158740002';
    const made = await make('pone@x.example.com', { whatsapp, empresa: 'Norte', pais: 'Argentina' });
    const before = (await api(`/api/leads/${made.id}`)).json.lead;
    const heads =
      'Nombre,Email,WhatsApp,Empresa,Estado,Motivo de pérdida,Responsable,Plan,Próximo contacto,Origen,Tema,Notas';
    const row =
      'Como Es,pone@x.example.com,11 5874 0002,Sur,Perdido,Precio,Beto Núñez,Chat con IA,24/11/2031 10:30,Feria,Precios,Vino';
    const file = `${heads}\n${row}\n${row.replace('pone@', 'nueva@').replace('0002', '0003')}`;
    const of = async () => (await api(`/api/leads/${made.id}`)).json.lead;
    const { as_of: _, ...asWas } = before;

    const filled = await importFile(file, { duplicates: 'update' });
    expect(filled).toMatchObject({ created: 1, updated: 1, joined: 0 });
    expect(filled.checked).toMatchObject({ new: 1, updated: 1, skipped: 0 });
    const given = ['estado', 'next_contact_on', 'plan', 'lost_reason', 'tema', 'nota'];
    expect(filled.checked.preview[0]).toMatchObject({
      becomes: 'update',
      lead_id: made.id,
      empresa: 'Norte',
      estado: 'perdido',
      changed: given,
    });
    const full = {
      plan: 'chat-ia',
      next_contact_on: '2031-11-24',
      next_contact_at: '10:30',
      tema: 'Precios',
    };
    expect(await of()).toMatchObject({
      ...full,
      nombre: 'Como estaba',
      whatsapp,
      estado: 'perdido',
      source: before.source,
      notes_count: 1,
      owner_id: before.owner_id,
    });
    expect((await of()).last_activity_at).toBe(before.last_activity_at);
    expect((await importFile(file, { duplicates: 'update' })).checked).toMatchObject({
      updated: 0,
      skipped: 2,
    });

    const replaced = await importFile(file, { duplicates: 'update', overwrite: true });
    expect(replaced).toMatchObject({ created: 0, updated: 1, skipped: 1 });
    const other = {
      owner_id: beto.id,
      nombre: 'Como Es',
      empresa: 'Sur',
      estado: 'perdido',
      lost_reason: 'precio',
      source: 'Feria',
      whatsapp,
      notes_count: 1,
    };
    expect(await of()).toMatchObject({ ...full, ...other, last_activity_at: before.last_activity_at });
    await api(`/api/leads/${made.id}`, { empresa: 'Este' }, 'PATCH');
    const worked = (await of()).last_activity_at;
    expect(await undo(replaced.id)).toMatchObject({ removed: 0, restored: 1, kept: 0 });
    expect(await of()).toMatchObject({
      ...full,
      nombre: 'Como estaba',
      empresa: 'Este',
      estado: 'perdido',
    });
    expect(await of()).toMatchObject({
      first_contacted_at: before.first_contacted_at,
      source: before.source,
      last_activity_at: worked,
    });
    await api(`/api/leads/${made.id}`, { empresa: 'Norte' }, 'PATCH');
    expect(await undo(filled.id)).toMatchObject({ removed: 1, restored: 1, kept: 0 });
    const { as_of: __, last_activity_at: ___, ...asIs } = await of();
    expect({ ...asWas }).toMatchObject(asIs);
  });

  test('is not added to by what was exported of them; a status that differs is a change, undone exactly', async () => {
    const notes = ['Llamar', 'Llamar\nmañana', 'Vino: de la feria'];
    const ids: number[] = [];
    for (const name of ['Vuelve Uno', 'Vuelve Dos', 'Vuelve Tres']) {
      // Two of them share a number, and two have the same name.
      const whatsapp = `+54 9 11 5874 06${name === 'Vuelve Tres' ? '11' : '10'}`;
      const email = `${name.replace(' ', '.')}@vuelve.example.com`;
      const { id } = await make(email, { nombre: name, whatsapp, mensaje: 'Hola' });
      for (const body of notes) await api(`/api/leads/${id}/notes`, { body });
      ids.push(id);
    }
    const all = async () => Promise.all(ids.map(async (id) => (await api(`/api/leads/${id}`)).json.lead));
    const bare = (leads: Record<string, unknown>[]) => leads.map(({ as_of: _, ...lead }) => lead);
    const second = async () => bare(await all())[1] ?? {};
    const asWas = await second();
    for (const format of ['csv', 'xlsx']) {
      const url = `${server.url}/api/leads/export?format=${format}&q=vuelve.example.com`;
      const file = Buffer.from(await (await fetch(url, { headers: { cookie: admin.cookie } })).arrayBuffer());
      for (const overwrite of [false, true]) {
        const again = await importFile(file, { duplicates: 'update', overwrite }, `leads.${format}`);
        expect(again, format).toMatchObject({ created: 0, updated: 0, skipped: 3, rejected: 0 });
        expect(again.checked.skips, format).toHaveLength(3);
      }
      await api(`/api/leads/${ids[1]}`, { estado: 'ganado' }, 'PATCH');
      const won = await second();
      const done = await importFile(file, { duplicates: 'update' }, `leads.${format}`);
      expect(done, format).toMatchObject({ updated: 1, skipped: 2 });
      expect(done.checked.preview, format).toMatchObject([{ lead_id: ids[1], changed: ['estado'], note: null }]);
      const { events } = (await api(`/api/leads/${ids[1]}/timeline`)).json;
      expect(events[0]).toMatchObject({ type: 'changed', field: 'estado', to_value: asWas.estado });
      expect((await importFile(file, { duplicates: 'update' }, `leads.${format}`)).checked).toMatchObject({
        updated: 0,
      });
      expect(await undo(done.id)).toMatchObject({ restored: 1 });
      const { last_activity_at: _, ...undone } = await second();
      expect(won, format).toMatchObject(undone);
      await api(`/api/leads/${ids[1]}`, { estado: asWas.estado }, 'PATCH');
    }
    expect((await all()).map((lead) => lead.notes_count)).toEqual([3, 3, 3]);
  });

  test('may be somebody else who has the same email or number, who is never joined, replaced or skipped', async () => {
    const email = 'familia@comparte.example.com';
    const father = await make(email, { nombre: 'Padre Uno', whatsapp: '+54 9 11 5874 0501', empresa: 'Norte' });
    const file = [
      'Nombre,Email,Teléfono,Empresa',
      `Hija Dos,${email},+54 9 11 5874 0502,Sur`,
      `Hijo Tres,${email},+54 9 11 5874 0503,Sur`,
      `"UNO, PADRE",${email},+54 9 11 5874 0509,Sur`,
      'Vecina Cuatro,vecina@comparte.example.com,11 5874 0503,Sur',
    ].join('\n');
    for (const choices of [
      { duplicates: 'skip' },
      { duplicates: 'join' },
      { duplicates: 'update', overwrite: true },
    ] as const) {
      const done = await importFile(file, { ...choices, pais: 'Argentina' });
      const how = choices.duplicates;
      expect(done, how).toMatchObject({ created: 3, rejected: 0 });
      expect(done.checked, how).toMatchObject({ new: 3, duplicates: 1, possible: 3 });
      expect(done.checked.pairs, how).toMatchObject([
        { row: 2, nombre: 'Hija Dos', shared: email, lead_id: father.id, other: 'Padre Uno' },
        { row: 3, nombre: 'Hijo Tres', shared: email },
        { row: 5, nombre: 'Vecina Cuatro', shared: '11 5874 0503', lead_id: null, other_row: 3, other: 'Hijo Tres' },
      ]);
      expect(done.skipped, how).toBe(how === 'skip' ? 1 : 0);
      const again = await importFile(file, { ...choices, pais: 'Argentina' });
      expect(again, how).toMatchObject({ created: 0 });
      await undo(again.id);
      expect(await undo(done.id), how).toMatchObject({ removed: 3 });
    }
    expect((await api(`/api/leads/${father.id}`)).json.lead).toMatchObject({ nombre: 'Padre Uno', empresa: 'Norte' });
  });

  test('may be somebody else whose number says no country, in a file that says none', async () => {
    const file = [
      'Nombre,Email,Teléfono',
      'Madre Uno,casa@comparte.example.com,11 5874 0701',
      'Hija Dos,casa@comparte.example.com,11 5874 0702',
      'Alias Tres,casa@comparte.example.com,+54 9 11 5874 0701',
    ].join('\n');
    const done = await importFile(file);
    expect(done).toMatchObject({ created: 2, skipped: 1, rejected: 0 });
    expect(done.checked).toMatchObject({ new: 2, possible: 1, skips: [{ row: 4 }] });
    expect(await importFile(file)).toMatchObject({ created: 0, skipped: 3 });
  });

  test('is made again', async () => {
    await make('otra@x.example.com');
    const done = await importFile('Nombre,Email\nDe nuevo,otra@x.example.com', { duplicates: 'create' });
    expect(done).toMatchObject({ created: 1, skipped: 0 });
  });
});

describe('an import is undone', () => {
  test('but for the leads that somebody has worked on since; and can be imported again', async () => {
    const file =
      'Nombre,Email,Notas\nVa,va@deshecha.example.com,nota\nQueda,queda@deshecha.example.com,nota\nSigue,sigue@deshecha.example.com,';
    const done = await importFile(file);
    const kept = await findByName('Queda queda@deshecha.example.com');
    await call(server, `/api/leads/${kept.id}`, {
      method: 'PATCH',
      cookie: beto.cookie,
      body: { estado: 'contactado' },
    });
    expect(await undo(done.id)).toMatchObject({ state: 'undone', removed: 2, kept: 1 });
    expect(await undo(done.id)).toMatchObject({ state: 'undone', removed: 2, kept: 1 });
    expect((await list('q=deshecha')).map(({ id }: { id: number }) => id)).toEqual([kept.id]);
    expect(await importFile(file)).toMatchObject({ created: 2, skipped: 1 });
  });

  test('but for a lead that somebody has joined with another one', async () => {
    const body = { nombre: 'Estaba', email: 'estaba@deshecha.example.com' };
    const { lead } = (await api('/api/leads', body)).json;
    const done = await importFile('Nombre,Email,Notas\nUnida,unida@deshecha.example.com,nota');
    const { id } = await findByName('Unida');
    expect((await api(`/api/leads/${id}/join`, { into: lead.id })).status).toBe(200);
    expect(await undo(done.id)).toMatchObject({ removed: 0, kept: 1 });
    expect((await notesOf(lead.id))[0].body).toBe('nota');
  });

  test('also the rows that were added to a lead of the same file', async () => {
    const file = 'Nombre,Email,Notas\nDoble,doble@deshecha.example.com,uno\nDoble,doble@deshecha.example.com,dos';
    const done = await importFile(file, { duplicates: 'join' });
    expect(done).toMatchObject({ created: 1, joined: 1 });
    expect((await findByName('Doble')).notes_count).toBe(2);
    expect(await undo(done.id)).toMatchObject({ removed: 1, restored: 0, kept: 0 });
  });

  test('not before it was begun', async () => {
    const draft = await send('Nombre,Email\nA,a@x.example.com');
    expect((await api(`/api/imports/${draft.id}/undo`, {})).status).toBe(409);
  });
});

describe('what a file leaves', () => {
  test('of a row that became a lead nothing, of a rejected one its cells', async () => {
    const done = await importFile('Nombre,Email\nRastro,rastro@x.example.com\nMal,nada');
    const rows = withDatabase(server, (db) =>
      db.prepare('SELECT cells, outcome FROM import_rows WHERE import_id = ? ORDER BY row').all(done.id),
    );
    expect(rows).toEqual([
      { cells: '[]', outcome: 'created' },
      { cells: '["Mal","nada"]', outcome: 'rejected' },
    ]);
  });

  test('the rows that name a person are told and erased with the person', async () => {
    const done = await importFile('Nombre,Email,Notas\nMal,,"ver a\nola@rastro.example.com"\nOtra,,nada');
    const env = { DATABASE_PATH: server.databasePath, MAIL_DIR: server.mailDir };
    const email = ['--email', 'Ola@rastro.example.com'];
    const exported = await runCrm(['export', 'person', ...email], env);
    expect(JSON.parse(exported.out).import_rows).toEqual([expect.objectContaining({ row: 2 })]);
    const erased = await runCrm(['erase', ...email, '--yes'], env);
    expect(erased.out).toMatch(/1 {2}fila de importaciones/);
    expect(await rejectedOf(done.id)).not.toContain('ola@rastro');
    expect(await rejectedOf(done.id)).toContain('Otra');
    const draft = await send('Nombre,Email\nOla,ola@rastro.example.com\nOtra,otra@rastro.example.com');
    await runCrm(['erase', ...email, '--yes'], env);
    expect(await check(draft)).toMatchObject({ rows: 1, new: 1 });
    const texts = 'SELECT DISTINCT texts FROM imports WHERE id IN (?, ?)';
    expect(withDatabase(server, (db) => db.prepare(texts).pluck().all(done.id, draft.id))).toEqual(['[]']);
  });

  test('a press that comes twice, and a second one after the end, import once', async () => {
    const draft = await send('Nombre,Email\nGemela,gemela@x.example.com');
    await check(draft, { duplicates: 'create' });
    const press = () => api(`/api/imports/${draft.id}/run`, {});
    expect((await Promise.all([press(), press(), press()])).map(({ status }) => status)).toEqual([202, 202, 202]);
    expect(await settled(draft.id)).toMatchObject({ created: 1 });
    await press();
    expect(await settled(draft.id)).toMatchObject({ created: 1 });
    expect((await list('q=Gemela')).length).toBe(1);
  });
});

describe('while it is imported', () => {
  const many = (count: number, from = 0) =>
    `Nombre,Email\n${Array.from({ length: count }, (_, n) => `Fila ${n},fila${n + from}@m.example.com`).join('\n')}`;

  test('open panels are told a few times, not of each lead', async () => {
    const stream = await openStream(server, admin.cookie);
    await importFile(many(600));
    const messages = stream.messages.filter(({ event }) => event === 'leads');
    expect(messages.length).toBeLessThan(100);
    stream.close();
  });

  test('two processes on one database import once, and either one tells how far it is', async () => {
    const other = await startServer({ folder: server.folder, env: { LEAD_WEBHOOK_URL: receiver.url } });
    const draft = await send(many(200, 20_000));
    await check(draft, { duplicates: 'create' });
    const press = (at: TestServer) =>
      call(at, `/api/imports/${draft.id}/run`, {
        cookie: admin.cookie,
        body: {},
        headers: { origin: at.url },
      });
    await Promise.all([press(server), press(other)]);
    expect(await settled(draft.id)).toMatchObject({ created: 200 });
    expect((await call(other, `/api/imports/${draft.id}`, { cookie: admin.cookie })).json).toMatchObject({
      state: 'done',
      created: 200,
    });
    await other.stop({ keep: true });
  });
});

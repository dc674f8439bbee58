import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { IMPORT_LIMITS } from '~/shared/imports/import';
import { confirmNow, makePerson, type Person } from '../support/accounts';
import { withDatabase } from '../support/database';
import { call } from '../support/http';
import { ods, upload, withPart, withSheet, workbook, workbookParts, zip } from '../support/imports';
import { startServer, type TestServer } from '../support/server';

/** While it is there, a reader that is started does not begin. */
const HELD = join(mkdtempSync(join(process.env.CRM_TEST_SERVERS ?? tmpdir(), 'reader-')), 'held');

let server: TestServer;
let admin: Person;
beforeAll(async () => {
  const preload = resolve('tests/support/held-reader.mjs');
  server = await startServer({ env: { READER_HELD: HELD, NODE_OPTIONS: `--import ${preload}` } });
  admin = makePerson(server, { roles: ['admin'] });
});
beforeEach(() => confirmNow(server, admin));
afterAll(() => server.stop());

const countKept = () =>
  withDatabase(server, (db) =>
    db.prepare('SELECT (SELECT count(*) FROM imports) + (SELECT count(*) FROM import_rows)').pluck().get(),
  );

/** The check of a file that was sent. */
const review = async ({ id, mapping }: { id: number; mapping: unknown }) =>
  (
    await call(server, `/api/imports/${id}/check`, {
      cookie: admin.cookie,
      body: { mapping, duplicates: 'create' },
    })
  ).json;

const HEADS = 'Nombre,Email,Notas';
const ROW = 'Ana,ana@x.example.com,nota';
const repeat = (line: string, count: number) => Array.from({ length: count }, () => line).join('\n');
const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(5000)]);
const sheet = workbook([
  ['Nombre', 'Email'],
  ['Ana', 'ana@x.example.com'],
]);
const MB = 2 ** 20;
const fill = (piece: string, size: number) => piece.repeat(size / piece.length);
const number = (count: number, piece: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => piece(n)).join('');

const table = (cells: string) =>
  `<table:table table:name="A"><table:table-row>${cells}</table:table-row></table:table>`;

const NONE: Record<string, [make: () => string | Buffer, says: string]> = {
  'an empty file': [() => '', 'está vacío'],
  'heads without rows': [() => HEADS, 'no tiene filas con datos'],
  'a picture that is called CSV': [() => png, 'es una imagen'],
  'a PDF': [() => '%PDF-1.7 …', 'es un PDF'],
  'a page that is called Excel': [() => '<html><table></table></html>', 'página web'],
  'an Excel of before 2007, or with a password': [() => Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'contraseña'],
  'NUL bytes in a text': [() => `${HEADS}\nAna\0,ana@x.example.com,`, 'bytes nulos'],
  'a chat of an iPhone': [
    () => '[1/11/26, 10:04:05] Ana: Hola\n\u200e[1/11/26, 10:05:00 p.\u00a0m.] Beto: Buenas, ¿qué tal?',
    'chat de WhatsApp',
  ],
  'a chat of Android': [() => '1/11/2026, 10:04 - Ana: Hola\n1/11/2026 10:05 p. m. - Beto: Buenas', 'chat de WhatsApp'],
  'a chat of an iPhone, packed': [() => zip([['_chat.txt', 'x']]), 'chat de WhatsApp'],
  'lines that are whole within quotes': [
    () => '"Nombre,Email"\r\n"Ana ""la"" Paz,ana@x.example.com"\r\n',
    'entera entre comillas',
  ],
  JSON: [() => '[{"nombre":"Ana"}]', 'es JSON'],
  XML: [() => '<?xml version="1.0"?><leads/>', 'es XML'],
  'a calendar': [() => 'BEGIN:VCALENDAR\r\nEND:VCALENDAR', 'calendario'],
  'a mail': [() => 'Return-Path: <a@x.example.com>\r\nSubject: Hola\r\n', 'es un correo'],
  'a text of Word': [() => zip([['word/document.xml', '<a/>']]), 'documento de texto'],
  'a table of Numbers': [() => zip([['Index/Document.iwa', 'x']]), 'Numbers'],
  'a packed file': [() => Buffer.from('1f8b0800000000000003', 'hex'), 'comprimido'],
  'a thousand columns': [() => `${repeat('Nombre', 1000).replaceAll('\n', ',')}\n${ROW}`, '1000 columnas'],
  'a thousand columns in a workbook': [
    () => workbook([Array.from({ length: 1000 }, (_, n) => `C${n}`)]),
    '1000 columnas',
  ],
  'a cell of 1 MB': [() => `${HEADS}\n${ROW}${'x'.repeat(MB)}`, 'demasiado larga'],
  'a cell of 40,000 characters': [() => `${HEADS}\n${ROW}${'x'.repeat(40_000)}`, 'columna 3, fila 2'],
  'a cell of 1 MB in a workbook': [() => withSheet(`<a><row><c><v>${'1'.repeat(MB)}</v></c></row></a>`), 'caracteres'],
  'a CSV that was cut within quotes': [() => `${HEADS}\n${ROW}\nEva,eva@x.example.com,"Quiere u`, 'cortado'],
  'a workbook that was cut in two': [() => sheet.subarray(0, sheet.length / 2), 'cortado o dañado'],
  'a workbook with a damaged part': [
    () => {
      const at = sheet.indexOf('sheet1.xml') + 'sheet1.xml'.length + 10;
      return Buffer.concat([sheet.subarray(0, at), Buffer.alloc(12, 'x'), sheet.subarray(at + 12)]);
    },
    'cortado o dañado',
  ],
  'an archive that is no workbook': [() => zip([['hola.txt', 'hola']]), 'no es un Excel'],
  'a part that claims 4 GB': [() => zip(workbookParts([['Nombre']]), () => 2 ** 32 - 2), 'descomprime'],
  'a part that unpacks to more than it claims': [
    () => zip(workbookParts([['Nombre', 'Email']]), (name, size) => (name.includes('sheet1') ? 10 : size)),
    'descomprime',
  ],
  'a text that fills a million cells': [
    () => {
      const cells = '<c t="s"><v>0</v></c>'.repeat(100);
      const rows = `<row>${cells}</row>`.repeat(1000);
      const parts = workbookParts([['x'.repeat(30_000)]]);
      return zip(parts.map(([name, content]) => [name, name.endsWith('sheet1.xml') ? `<s>${rows}</s>` : content]));
    },
    'descomprime',
  ],
  'entities that grow': [
    () => withSheet('<!DOCTYPE a [<!ENTITY b "ha"><!ENTITY c "&b;&b;">]><worksheet>&c;</worksheet>'),
    'entidades',
  ],
  'tags within tags without end': [() => withSheet(fill('<a>', 3 * MB)), 'cortado o dañado'],
  'a tag of a thousand attributes': [() => withSheet(`<a ${number(1000, (n) => `b${n}="" `)}/>`), 'cortado o dañado'],
  'a million sheets': [() => withPart('workbook.xml', `<a>${fill('<sheet/>', 8 * MB)}</a>`), 'descomprime'],
  'rows of which each is as wide as can be': [
    () => withSheet(`<a>${fill('<row><c r="XFD1"><v>1</v></c></row>', MB)}</a>`),
    '16.384 columnas',
  ],
  'a row of nothing but commas': [() => `${HEADS}\n${ROW}${','.repeat(MB)}`, 'demasiado larga'],
  'a text of LibreOffice': [() => zip([['content.xml', '<office:document-content/>']]), 'no es un Excel'],
  'entities in a workbook of LibreOffice': [
    () => zip([['content.xml', '<!DOCTYPE a [<!ENTITY b "ha">]><a>&b;</a>']]),
    'entidades',
  ],
  'a cell that is repeated up to the last column': [
    () => ods(table('<table:table-cell table:number-columns-repeated="16384"><text:p>x</text:p></table:table-cell>')),
    '16.384 columnas',
  ],
  'a cell of blanks that are counted': [
    () => ods(table(`<table:table-cell><text:p>x${'<text:s text:c="32767"/>'.repeat(2)}</text:p></table:table-cell>`)),
    'caracteres',
  ],
};

describe('a file that is none', () => {
  test('is refused in words, and nothing of it is kept', async () => {
    for (const [what, [make, says]] of Object.entries(NONE)) {
      const file = Buffer.from(make());
      const name = file.subarray(0, 2).toString() === 'PK' ? 'clientes.xlsx' : 'clientes.csv';
      const { status, json } = await upload(server, admin, file, name);
      expect.soft([status, json.error?.message], what).toEqual([422, expect.stringContaining(says)]);
      expect.soft(json.error?.fields?.file, what).toBe(json.error?.message);
      expect.soft(countKept(), what).toBe(0);
    }
  });

  test('is asked for its sender and its type before it is read, and may have 20 MB', async () => {
    const large = Buffer.alloc(IMPORT_LIMITS.bytes + 1, 'x');
    const send = (cookie: string, type: string) =>
      fetch(`${server.url}/api/imports?name=a.csv`, {
        method: 'POST',
        headers: { origin: server.url, cookie, 'content-type': type },
        body: large,
      }).then(
        ({ status }) => status,
        () => 'closed',
      );
    expect(await send(admin.cookie, 'text/csv')).toSatisfy((answer) => answer === 413 || answer === 'closed');
    expect(await send(makePerson(server).cookie, 'text/csv')).toSatisfy(
      (answer) => answer === 403 || answer === 'closed',
    );
    expect(await send(admin.cookie, 'application/json')).toSatisfy((answer) => answer === 415 || answer === 'closed');
  });
});

describe('a workbook', () => {
  const PEOPLE = [
    ['Clientes 2026'],
    ['Nombre', 'Correo', 'Asesor', 'Alta'],
    ['Ana', 'ana@x.example.com', 'Beto', { serial: 45_985 }],
    ['Eva', 'eva@x.example.com', '', ''],
    ['Leo', 'leo@x.example.com', '', ''],
  ];
  const before = [
    {
      name: 'Resumen',
      rows: [
        ['Etapa', 'Cantidad'],
        ['Nuevo', '3'],
      ],
    },
    {
      name: 'Vieja',
      rows: [
        ['Nombre', 'Email', 'Teléfono'],
        ['Ida', 'ida@x.example.com', '1158749895'],
      ],
      state: 'hidden' as const,
    },
  ];

  test('is read from the sheet with the people, or from another one that is shown; a merged cell counts for its rows', async () => {
    const file = workbook(PEOPLE, { before, merged: 'A1:D1 C3:C4' });
    const read = async (sheet?: string) =>
      (await upload(server, admin, file, 'a.xlsx', sheet === undefined ? {} : { sheet })).json;
    const { import: draft } = await read();
    expect(draft).toMatchObject({
      sheets: ['Resumen', 'Hoja1'],
      sheet: 'Hoja1',
      columns: ['Nombre', 'Correo', 'Asesor', 'Alta'],
      sample: [
        ['Ana', 'ana@x.example.com', 'Beto', '2025-11-24'],
        ['Eva', 'eva@x.example.com', 'Beto'],
        ['Leo', 'leo@x.example.com'],
      ],
      rows: 3,
    });
    const other = (await read('Resumen')).import;
    expect(other).toMatchObject({ sheet: 'Resumen', columns: ['Etapa', 'Cantidad'], rows: 1 });
    expect(other.id).not.toBe(draft.id);
    for (const sheet of ['Vieja', 'No está', '']) expect((await read(sheet)).error.message).toContain('hoja');
  });

  test('of LibreOffice is read as one of Excel', async () => {
    const cell = (text: string, attributes = '') =>
      `<table:table-cell ${attributes}>${text && `<text:p>${text}</text:p>`}</table:table-cell>`;
    const row = (...cells: string[]) => `<table:table-row>${cells.join('')}</table:table-row>`;
    const typed = (type: string, value: string, more = '') => `office:value-type="${type}" office:${value} ${more}`;
    const heads = ['Nombre', 'Celular', 'Alta', 'Asesor', 'Cliente', 'Descuento', 'Notas'];
    const people = [
      row(
        cell('Clientes', 'table:number-columns-spanned="7"'),
        '<table:covered-table-cell table:number-columns-repeated="6"/>',
      ),
      '<table:table-row table:number-rows-repeated="3"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>',
      `<table:table-header-rows>${row(...heads.map((head) => cell(head)))}</table:table-header-rows>`,
      row(
        '<table:table-cell><office:annotation><text:p>comentario</text:p></office:annotation><text:p>Ana <text:span>Paz</text:span></text:p></table:table-cell>',
        cell('5,49E+12', typed('float', 'value="5491158749895"')),
        cell('24/11/25', typed('date', 'date-value="2025-11-24T12:00:00"')),
        cell('Beto', 'table:number-rows-spanned="2"'),
        cell('VERDADERO', typed('boolean', 'boolean-value="true"')),
        cell('50 %', typed('percentage', 'value="0.5"')),
        '<table:table-cell><text:p>Una<text:s text:c="2"/>línea</text:p><text:p>y otra</text:p></table:table-cell>',
      ),
      row(
        cell('Eva Sol'),
        cell('', 'table:formula="of:=B5"'),
        cell('', typed('date', 'date-value="2025-11-25"')),
        '<table:covered-table-cell/>',
        '<table:table-cell table:number-columns-repeated="16380"/>',
      ),
      '<table:table-row table:number-rows-repeated="1048576"><table:table-cell/></table:table-row>',
    ];
    const named = (name: string, style: string, rows: string) =>
      `<table:table table:name="${name}" table:style-name="${style}">${rows}</table:table>`;
    const hide = '<style:style style:name="no"><style:table-properties table:display="false"/></style:style>';
    const file = ods(
      named('Oculta', 'no', people.join('')) +
        named('Resumen', 'sí', row(cell('Etapa'))) +
        named('Gente', 'sí', people.join('')),
      hide,
    );
    const { status, json } = await upload(server, admin, file, 'a.ods');
    expect(json.error?.message).toBeUndefined();
    expect(status).toBe(201);
    expect(json.import).toMatchObject({
      sheets: ['Resumen', 'Gente'],
      sheet: 'Gente',
      columns: heads,
      sample: [
        ['Ana Paz', '5491158749895', '2025-11-24 12:00', 'Beto', 'Sí', '50 %', 'Una  línea\ny otra'],
        ['Eva Sol', '=B5', '2025-11-25', 'Beto'],
      ],
      rows: 2,
    });
  });
});

test('what was guessed about a file is told, and read otherwise if it is sent so', async () => {
  const read = async (file: string | Buffer, wishes = {}, name = 'a.csv') => {
    const { status, json } = await upload(server, admin, file, name, wishes);
    return status === 201 ? json.import : json.error.message;
  };
  const people = Buffer.from(
    'Ana Pirán;1155550101\n"Tito Muñoz;1155550102\n"Eva Sol;1155550103\nLeo Mar;1155550104\nIda Luz;1155550105',
    'latin1',
  );
  const draft = await read(people);
  const read_as = {
    heads: { row: null, isSure: false },
    encoding: 'windows-1252',
    names: ['Ana Pirán', '"Tito Muñoz'],
    hidden: { rows: 0, isTaken: false },
    literal: { rows: 2, first: [2, 3] },
  };
  expect(draft).toMatchObject({
    columns: ['Columna 1', 'Columna 2'],
    mapping: ['nombre', 'whatsapp'],
    rows: 5,
    read_as,
  });
  const other = await read(people, { heads: 'yes', encoding: 'cp850' });
  expect(other).toMatchObject({ rows: 4, read_as: { heads: { row: 1, isSure: false }, encoding: 'cp850' } });
  expect(other.read_as.names).toEqual(['"Tito Mu±oz']);
  // Names stay in rows, which are erased with their person.
  const kept = withDatabase(server, (db) => db.prepare('SELECT group_concat(read_as) FROM imports').pluck().get());
  expect(kept).not.toContain('Muñoz');
  for (const wish of [{ heads: 'maybe' }, { encoding: 'utf-8' }, { hidden: '1' }])
    expect(await read(people, wish)).toContain('no existe');

  const row = (n: number, ...cells: string[]) =>
    `<row r="${n}"${n > 2 ? ' hidden="1"' : ''}>${cells.map((cell) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`).join('')}</row>`;
  const book = withSheet(
    `<a><sheetData>${row(1, 'Nombre', 'Email')}${row(2, '=Sur=', 'sur@x.example.com')}${row(3, 'Eva', 'eva@x.example.com')}</sheetData></a>`,
  );
  expect(await read(book, {}, 'a.xlsx')).toMatchObject({ rows: 1, read_as: { hidden: { rows: 1, isTaken: false } } });
  const all = await read(book, { hidden: 'yes' }, 'a.xlsx');
  expect(all).toMatchObject({ rows: 2, read_as: { hidden: { rows: 1, isTaken: true } } });
  const { preview } = await review(all);
  expect(preview.map(({ nombre }: { nombre: string }) => nombre)).toEqual(['=Sur=', 'Eva']);
});

describe('rows that are wrong', () => {
  const check = async (file: string | Buffer, name?: string) =>
    review((await upload(server, admin, file, name)).json.import);
  const lastImport = () => withDatabase(server, (db) => db.prepare('SELECT max(id) FROM imports').pluck().get());
  const reasons = async (file: string | Buffer, name?: string) =>
    (await check(file, name)).problems.map(({ reason }: { reason: string }) => reason).join('\n');

  test('formulas, without a result and in a CSV', async () => {
    expect(await reasons(`${HEADS}\n"=1+1",ana@x.example.com,`)).toContain('fórmula');
    const book = workbook([
      ['Nombre', 'Email'],
      ['Ana', { formula: 'A2&"@x"' }],
    ]);
    expect(await reasons(book, 'a.xlsx')).toContain('fórmula');
  });

  test('cells that are too long are named and counted, and nothing but their length is looked at', async () => {
    const cells: Record<string, string> = {
      Email: `a${'@.'.repeat(3500)} b`,
      Teléfono: `11${' '.repeat(32_000)}5`,
      Fecha: `1/1/2026${' '.repeat(32_000)}x`,
      Nombre: 'x '.repeat(61),
      Notas: 'x'.repeat(5001),
    };
    const heads = Object.keys(cells);
    const rows = heads.map((long, n) => {
      const own: Record<string, string> = {
        Nombre: 'Ana',
        Email: `ana${n}@long.example.com`,
        ...{ [long]: cells[long] },
      };
      return heads.map((head) => own[head] ?? '').join(',');
    });
    const checked = await check([heads.join(','), ...rows, 'ana@long.example.com,,,Eva,'].join('\n'));
    expect(checked).toMatchObject({ new: 4, invalid: 2 });
    const reasons = checked.reasons.map(
      ({ field, reason, rows }: Record<string, string>) => `${field} ${rows} ${reason}`,
    );
    // The longer ones went into notes.
    const longest = { email: 254, nombre: 120 };
    expect(reasons.sort()).toEqual(
      Object.entries(longest)
        .map(([field, most]) => `${field} 1 La celda tiene más de ${most} caracteres.`)
        .sort(),
    );
  });

  test('numbers that Excel has cut, and what is no number', async () => {
    const rows = 'A,,"5,49116E+12"\nB,,llamar\nC,c@x.example.com,no tiene';
    const checked = await check(`Nombre,Email,Teléfono\n${rows}`);
    expect(checked).toMatchObject({ invalid: 2, new: 1 });
    expect(checked.problems[0].reason).toContain('Excel recortó');
  });

  test('a last row that ends within the line, and rows with more cells than heads', async () => {
    expect(await reasons(`${HEADS}\n${ROW}\n${ROW}\nEva,eva@x.ex`)).toContain('parece cortado');
    const wide = `Nombre,Email\n${repeat('A,a@x.example.com', 250)}\nB,b@x.example.com,c,d`;
    expect(await reasons(wide)).toContain('4 columnas y el encabezado 2');
  });

  test('a workbook whose rows have numbers that cannot be is read all the same', async () => {
    const numberings = {
      'the same twice': ['1', '2', '2'],
      none: ['1', 'abc'],
      'less than nothing': ['1', '-5'],
      'more than any sheet has': ['1', '1e300'],
      'going back': ['1', '5', '3'],
      'half a row': ['1', '2.5'],
    };
    for (const [what, numbers] of Object.entries(numberings)) {
      const cell = (place: string, text: string) => `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`;
      const rows = numbers.map((claimed, n) => {
        const texts = n === 0 ? ['Nombre', 'Email'] : ['Ana', `${crypto.randomUUID()}@x.example.com`];
        return `<row r="${claimed}">${texts.map((text, at) => cell(`${'AB'[at]}1`, text)).join('')}</row>`;
      });
      const checked = await check(withSheet(`<a><sheetData>${rows.join('')}</sheetData></a>`), 'a.xlsx');
      expect.soft(checked, what).toMatchObject({ new: numbers.length - 1, invalid: 0 });
      const { json } = await call(server, `/api/imports/${lastImport()}/run`, {
        cookie: admin.cookie,
        body: {},
      });
      await expect
        .poll(async () => (await call(server, `/api/imports/${json.id}`, { cookie: admin.cookie })).json, {
          message: what,
        })
        .toMatchObject({ state: 'done', created: numbers.length - 1 });
    }
  });

  test('a column with too many sources is none', async () => {
    const rows = Array.from({ length: 60 }, (_, n) => `A,a${n}@x.example.com,origen ${n}`).join('\n');
    const { json } = await upload(server, admin, `Nombre,Email,Origen\n${rows}`);
    const body = { mapping: json.import.mapping, duplicates: 'create' };
    const answer = await call(server, `/api/imports/${json.import.id}/check`, { cookie: admin.cookie, body });
    expect([answer.status, answer.json.error.message]).toEqual([422, expect.stringContaining('Origen')]);
  });

  test('apostrophes before signs, and what Excel writes to keep a text, are no part of it', async () => {
    const file = `Nombre,Email,Teléfono\nAna,ana@x.example.com,'+54 9 11 5874 9895\nEva,eva@x.example.com,"=""01158749895"""`;
    expect(await check(file)).toMatchObject({ new: 2, invalid: 0 });
  });
});

describe('a file that its reader dies over', () => {
  /** The server's reader process, which stays for a minute after a file; 0 if there is none. */
  const reader = () => {
    const { pid } = server.process;
    return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').at(-1));
  };
  /** Ends the reader. The next task starts one, which does not begin with it until `releaseReader`. */
  const holdReader = async () => {
    writeFileSync(HELD, '');
    const idle = reader();
    if (idle) process.kill(idle, 'SIGKILL');
    await expect.poll(reader).toBe(0);
  };
  const releaseReader = () => rmSync(HELD);
  const readLeads = () => call(server, '/api/leads', { cookie: admin.cookie });
  /** Resolves to the reader once it has a task: the server sends it as it starts the reader, before all else. */
  const readerAtWork = async () => {
    await expect.poll(reader).not.toBe(0);
    await readLeads();
    return reader();
  };
  const FILE = `${HEADS}\n${ROW}`;
  const progressOf = async (id: number) => (await call(server, `/api/imports/${id}`, { cookie: admin.cookie })).json;

  test('is refused in words, and keeps nobody waiting meanwhile', async () => {
    await holdReader();
    const before = countKept();
    const done: string[] = [];
    const sent = upload(server, admin, FILE).then((answer) => {
      done.push('the file');
      return answer;
    });
    const pid = await readerAtWork();
    expect((await readLeads()).status).toBe(200);
    done.push('another request');
    process.kill(pid, 'SIGABRT');
    releaseReader();
    const { status, json } = await sent;
    expect([status, json.error.message]).toEqual([422, expect.stringMatching(/^Este archivo no se pudo leer: /)]);
    expect(done).toEqual(['another request', 'the file']);
    expect(countKept()).toBe(before);
  });

  test('ends its import, which is not begun again at the next start', async () => {
    const draft = (await upload(server, admin, FILE)).json.import;
    const path = `/api/imports/${draft.id}`;
    const body = { mapping: draft.mapping, duplicates: 'create' };
    await call(server, `${path}/check`, { cookie: admin.cookie, body });
    await holdReader();
    await call(server, `${path}/run`, { cookie: admin.cookie, body: {} });
    process.kill(await readerAtWork(), 'SIGKILL');
    releaseReader();
    const failed = {
      state: 'failed',
      created: 0,
      fault: expect.stringMatching(/^Este archivo no se pudo leer: /),
    };
    await expect.poll(() => progressOf(draft.id)).toMatchObject(failed);
    await server.stop({ keep: true });
    server = await startServer({ folder: server.folder });
    // The next import succeeds, so the failed one was skipped.
    const next = (await upload(server, admin, FILE)).json.import;
    await call(server, `/api/imports/${next.id}/check`, { cookie: admin.cookie, body });
    await call(server, `/api/imports/${next.id}/run`, { cookie: admin.cookie, body: {} });
    await expect.poll(() => progressOf(next.id)).toMatchObject({ state: 'done', created: 1 });
    expect(await progressOf(draft.id)).toMatchObject(failed);
    const undone = await call(server, `${path}/undo`, { cookie: admin.cookie, body: {} });
    expect(undone.json).toMatchObject({ state: 'undone', fault: null });
  });
});

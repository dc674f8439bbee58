import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { IMPORT_LIMITS } from '~/shared/imports/import';
import { makePerson, type Person } from '../support/accounts';
import { withDatabase } from '../support/database';
import { call } from '../support/http';
import { upload, withPart, withSheet, workbook, workbookParts, zip } from '../support/imports';
import { startServer, type TestServer } from '../support/server';

let server: TestServer;
let admin: Person;
beforeAll(async () => {
  server = await startServer();
  admin = makePerson(server, { roles: ['admin'] });
});
afterAll(() => server.stop());

const countKept = () =>
  withDatabase(server, (db) =>
    db.prepare('SELECT (SELECT count(*) FROM imports) + (SELECT count(*) FROM import_rows)').pluck().get(),
  );

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

const NONE: Record<string, [make: () => string | Buffer, says: string]> = {
  'an empty file': [() => '', 'está vacío'],
  'heads without rows': [() => HEADS, 'no tiene filas con datos'],
  'a picture that is called CSV': [() => png, 'es una imagen'],
  'a PDF': [() => '%PDF-1.7 …', 'es un PDF'],
  'a page that is called Excel': [() => '<html><table></table></html>', 'página web'],
  'an Excel of before 2007, or with a password': [() => Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'contraseña'],
  'NUL bytes in a text': [() => `${HEADS}\nAna\0,ana@x.example.com,`, 'bytes nulos'],
  'a thousand columns': [() => `${repeat('Nombre', 1000).replaceAll('\n', ',')}\n${ROW}`, '1000 columnas'],
  'a thousand columns in a workbook': [
    () => workbook([Array.from({ length: 1000 }, (_, n) => `C${n}`)]),
    '1000 columnas',
  ],
  'a cell of 1 MB': [() => `${HEADS}\n${ROW}${'x'.repeat(MB)}`, 'demasiado larga'],
  'a cell of 40,000 characters': [() => `${HEADS}\n${ROW}${'x'.repeat(40_000)}`, 'columna 3, fila 2'],
  'a cell of 1 MB in a workbook': [
    () => withSheet(`<a><row><c><v>${'1'.repeat(MB)}</v></c></row></a>`),
    'caracteres',
  ],
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
      return zip(
        parts.map(([name, content]) => [name, name.endsWith('sheet1.xml') ? `<s>${rows}</s>` : content]),
      );
    },
    'descomprime',
  ],
  'entities that grow': [
    () => withSheet('<!DOCTYPE a [<!ENTITY b "ha"><!ENTITY c "&b;&b;">]><worksheet>&c;</worksheet>'),
    'entidades',
  ],
  'tags within tags without end': [() => withSheet(fill('<a>', 3 * MB)), 'cortado o dañado'],
  'a tag of a thousand attributes': [
    () => withSheet(`<a ${number(1000, (n) => `b${n}="" `)}/>`),
    'cortado o dañado',
  ],
  'a million sheets': [() => withPart('workbook.xml', `<a>${fill('<sheet/>', 8 * MB)}</a>`), 'descomprime'],
  'rows of which each is as wide as can be': [
    () => withSheet(`<a>${fill('<row><c r="XFD1"><v>1</v></c></row>', MB)}</a>`),
    '16.384 columnas',
  ],
  'a row of nothing but commas': [() => `${HEADS}\n${ROW}${','.repeat(MB)}`, 'demasiado larga'],
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
    expect(await send(admin.cookie, 'application/json')).toSatisfy(
      (answer) => answer === 415 || answer === 'closed',
    );
  });
});

describe('rows that are wrong', () => {
  async function check(file: string | Buffer, name?: string) {
    const { json } = await upload(server, admin, file, name);
    const { id, mapping } = json.import;
    const body = { mapping, duplicates: 'create' };
    return (await call(server, `/api/imports/${id}/check`, { cookie: admin.cookie, body })).json;
  }
  const lastImport = () =>
    withDatabase(server, (db) => db.prepare('SELECT max(id) FROM imports').pluck().get());
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
    expect(checked).toMatchObject({ new: 1, invalid: heads.length });
    const told = checked.reasons.map(
      ({ field, reason, rows }: Record<string, string>) => `${field} ${rows} ${reason}`,
    );
    const longest = { email: 254, whatsapp: 60, created_at: 60, nombre: 120, nota: '5000' };
    expect(told.sort()).toEqual(
      Object.entries(longest)
        .map(([field, most]) => `${field} 1 La celda tiene más de ${most} caracteres.`)
        .sort(),
    );
  });

  test('numbers that Excel has cut, and what is no number', async () => {
    const rows = 'A,a@x.example.com,"5,49116E+12"\nB,b@x.example.com,llamar\nC,c@x.example.com,no tiene';
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
      const cell = (place: string, text: string) =>
        `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`;
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
  /** A process of the server's own, which stays for a minute after it has read something. */
  const reader = () => {
    const { pid } = server.process;
    return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').at(-1));
  };
  const FILE = `${HEADS}\n${ROW}`;
  const progressOf = async (id: number) =>
    (await call(server, `/api/imports/${id}`, { cookie: admin.cookie })).json;

  test('is refused in words, and keeps nobody waiting meanwhile', async () => {
    await upload(server, admin, FILE);
    const before = countKept();
    const done: string[] = [];
    process.kill(reader(), 'SIGSTOP');
    const sent = upload(server, admin, FILE).then((answer) => {
      done.push('the file');
      return answer;
    });
    await call(server, '/api/leads', { cookie: admin.cookie });
    done.push('another request');
    process.kill(reader(), 'SIGABRT');
    process.kill(reader(), 'SIGCONT');
    const { status, json } = await sent;
    expect([status, json.error.message]).toEqual([
      422,
      expect.stringMatching(/^Este archivo no se pudo leer: /),
    ]);
    expect(done).toEqual(['another request', 'the file']);
    expect(countKept()).toBe(before);
  });

  test('ends its import, which is not begun again at the next start', async () => {
    const draft = (await upload(server, admin, FILE)).json.import;
    const path = `/api/imports/${draft.id}`;
    const body = { mapping: draft.mapping, duplicates: 'create' };
    await call(server, `${path}/check`, { cookie: admin.cookie, body });
    process.kill(reader(), 'SIGSTOP');
    await call(server, `${path}/run`, { cookie: admin.cookie, body: {} });
    process.kill(reader(), 'SIGKILL');
    const failed = {
      state: 'failed',
      created: 0,
      fault: expect.stringMatching(/^Este archivo no se pudo leer: /),
    };
    await expect.poll(() => progressOf(draft.id)).toMatchObject(failed);
    await server.stop({ keep: true });
    server = await startServer({ folder: server.folder });
    // Another one goes through, so the failed one was passed over.
    const next = (await upload(server, admin, FILE)).json.import;
    await call(server, `/api/imports/${next.id}/check`, { cookie: admin.cookie, body });
    await call(server, `/api/imports/${next.id}/run`, { cookie: admin.cookie, body: {} });
    await expect.poll(() => progressOf(next.id)).toMatchObject({ state: 'done', created: 1 });
    expect(await progressOf(draft.id)).toMatchObject(failed);
    const undone = await call(server, `${path}/undo`, { cookie: admin.cookie, body: {} });
    expect(undone.json).toMatchObject({ state: 'undone', fault: null });
  });
});

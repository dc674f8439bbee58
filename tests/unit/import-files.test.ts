import { describe, expect, test } from 'vitest';
import { findHeadRow } from '~/server/imports/columns/head-row';
import { readPieces } from '~/server/imports/file-pieces';
import type { LegacyEncoding } from '~/shared/imports/import';
import { ods, withSheet, workbook } from '../support/imports';

type Wanted = { heads?: boolean; encoding?: LegacyEncoding; hidden?: boolean };

/** All that is read of a file: its columns, the cells of its rows, the reasons of rows that are none, and how it was read. */
async function read(file: string | Buffer, wanted: Wanted = {}) {
  const found = { columns: [] as string[], rows: [] as string[][], reasons: [] as string[] };
  for await (const piece of readPieces({ bytes: Buffer.from(file), ...wanted })) {
    if ('head' in piece) found.columns = piece.head.columns;
    else if ('rows' in piece) {
      found.rows.push(...piece.rows.map(({ cells }) => JSON.parse(cells)));
      found.reasons.push(...piece.rows.flatMap(({ reason }) => reason ?? []));
    } else return { ...found, ...piece.read_as };
  }
  throw new Error('the file has no end');
}
const firsts = (rows: string[][]) => rows.map(([cell]) => cell);

describe('heads', () => {
  const PEOPLE = [
    'María Paz;1155550101;Palermo',
    'José Sol;1155550102;Belgrano',
    'Marta Luz;no tiene;Caballito',
    'Rita Mar;1155550104;Flores',
  ];
  const rotations = PEOPLE.map((_, at) => [...PEOPLE.slice(at), ...PEOPLE.slice(0, at)]);

  test('a file without any loses nobody, whoever stands first', async () => {
    for (const lines of [
      ...rotations,
      // Words that are heads elsewhere.
      ['Ana;Contacto;Portal', 'Eva Sol;Contacto;Web', 'Leo Mar;Nuevo;Portal'],
      ['Marta;s/d;Palermo', 'José;1155550102;Flores'],
      ['Ana Paz;llamar;01/02/2026', 'Eva Sol;1155550102;02/02/2026'],
    ]) {
      const { columns, rows, heads } = await read(lines.join('\n'));
      expect.soft(columns, lines[0]).toEqual(['Columna 1', 'Columna 2', 'Columna 3']);
      expect.soft(rows, lines[0]).toEqual(lines.map((line) => line.split(';')));
      expect.soft(heads, lines[0]).toEqual({ row: null, isSure: false });
    }
  });

  test('people above heads that are known stay people, titles do not become any', async () => {
    const lines = ['Contactos de 2026', PEOPLE[0], 'Nombre;Teléfono;Barrio', ...PEOPLE.slice(1)];
    const { columns, rows, heads } = await read(lines.join('\n'));
    expect(columns).toEqual(['Nombre', 'Teléfono', 'Barrio']);
    expect(firsts(rows)).toEqual(['María Paz', 'José Sol', 'Marta Luz', 'Rita Mar']);
    expect(heads).toEqual({ row: 3, isSure: true });
  });

  test('are known beside a day, a number or a sign', async () => {
    const heads = ['Nombre', '@', 'Tel 1', '01/02/2026', '2026'];
    const row = 'Ana Paz;ana@x.example.com;1155550101;sí;no';
    expect(await read(`${heads.join(';')}\n${row}\n${row}`)).toMatchObject({
      columns: heads,
      heads: { row: 1, isSure: true },
    });
  });

  test('of unknown words are found by what stands below, digits or not, and shown as a guess; the other answer counts', async () => {
    const lines = ['Quién;Línea 1;Zona', ...PEOPLE];
    const file = lines.join('\n');
    expect(await read(file)).toMatchObject({ columns: lines[0]?.split(';'), heads: { row: 1, isSure: false } });
    const without = await read(file, { heads: false });
    expect(without).toMatchObject({ columns: ['Columna 1', 'Columna 2', 'Columna 3'], heads: { row: null } });
    expect(without.rows).toHaveLength(5);
    const forced = await read(PEOPLE.join('\n'), { heads: true });
    expect(forced).toMatchObject({ columns: PEOPLE[0]?.split(';'), heads: { row: 1, isSure: false } });
    expect(forced.rows).toHaveLength(3);
  });

  test('of our own rejected rows are known, also where the file had none', async () => {
    const { columns, heads } = await read('Columna 1;Columna 2;motivo\nAna Paz;115555;Falta\nEva;1155550102;');
    expect([columns, heads]).toEqual([['Columna 1', 'Columna 2', 'motivo'], { row: 1, isSure: true }]);
  });

  test('repeated further down are heads all the same', () => {
    const lines = [
      ['Nombre', 'Email'],
      ['Ana', 'ana@x.example.com'],
      ['Nombre', 'Email'],
      ['Eva', 'eva@x.example.com'],
    ];
    const rows = lines.map((cells, index) => ({ row: index + 1, cells, width: 2 }));
    expect(findHeadRow(rows).heads).toEqual({ row: 1, isSure: true });
  });
});

describe('letters', () => {
  /** Bytes of MS-DOS and of old Macs, by which iconv would write them. */
  const tableOf = (bytes: string) =>
    Object.fromEntries(
      [...'áéíóúñÑÉÁÓÚü'].map((sign, at) => [sign, Number.parseInt(bytes.slice(2 * at, 2 * at + 2), 16)]),
    );
  const HIGH = { cp850: tableOf('a082a1a2a3a4a590b5e0e981'), macintosh: tableOf('878e92979c968483e7eef29f') };
  const write = (text: string, table: Record<string, number>) =>
    Buffer.from([...text].map((sign) => table[sign] ?? sign.charCodeAt(0)));
  const windows = (sign: string) =>
    sign === '’' ? Buffer.from([0x92]) : sign === '–' ? Buffer.from([0x96]) : Buffer.from(sign, 'latin1');
  const NAMES = ['Martínez', 'Muñoz', 'LÓPEZ', 'Pérez', 'Ángel Suárez', 'Úrsula', 'IBÁÑEZ', 'JOSÉ', 'Agüero'];
  const lines = (names: string[]) => ['Nombre,Email', ...names.map((name, n) => `${name},a${n}@x.example.com`)];

  test('of a line that is not UTF-8 are read as Windows wrote them, by themselves, also below a mark', async () => {
    const file = Buffer.concat([
      Buffer.from('Nombre,Email\nMuñoz,a@x.example.com\n'),
      Buffer.from('Pirán,b@x.example.com\n', 'latin1'),
      Buffer.from('Ибарра 😀,c@x.example.com\n'),
      Buffer.from([...Buffer.from('O'), 0x92, ...Buffer.from('Higgins '), 0x80, ...Buffer.from(',d@x.example.com')]),
    ]);
    for (const mark of ['', '\ufeff']) {
      const found = await read(Buffer.concat([Buffer.from(mark), file]));
      expect.soft(found.columns).toEqual(['Nombre', 'Email']);
      expect.soft(firsts(found.rows)).toEqual(['Muñoz', 'Pirán', 'Ибарра 😀', 'O’Higgins €']);
      // What is UTF-8 is no matter of choice.
      expect.soft([found.encoding, found.letters]).toEqual(['windows-1252', [3, 5]]);
    }
    expect(await read(lines(NAMES).join('\n'))).toMatchObject({ encoding: null, letters: [] });
  });

  test('of an old Mac and of MS-DOS are recognised by each name that Windows would make a riddle of, or chosen', async () => {
    // Of «Úrsula» MS-DOS makes the bytes of «érsula».
    const alone = NAMES.filter((name) => name !== 'Úrsula').map((name) => [name]);
    for (const [encoding, table] of Object.entries(HIGH))
      for (const names of [NAMES, ...alone]) {
        const found = await read(write(lines(names).join('\r'), table));
        expect.soft([firsts(found.rows), found.encoding], encoding).toEqual([names, encoding]);
      }
    for (const name of [...NAMES, 'João', 'Müller', 'D’Angelo', 'Nº 5', '«Ana»', 'Ana – Paz', 'Ana\xa0Paz'])
      expect
        .soft((await read(Buffer.concat([...`Nombre,Email\n${name},a@x.example.com`].map(windows)))).encoding, name)
        .toBe('windows-1252');
    const other = await read(write(lines(['Muñoz']).join('\n'), HIGH.cp850), { encoding: 'macintosh' });
    expect([firsts(other.rows), other.encoding]).toEqual([['Mu§oz'], 'macintosh']);
  });

  test('are whole where a piece of the file ends', async () => {
    const names = Array.from({ length: 3000 }, (_, n) => `Ñandú ${n} Núñez`);
    for (const encoding of ['utf8', 'latin1', 'utf16le'] as const)
      expect.soft(firsts((await read(Buffer.from(lines(names).join('\r\n'), encoding))).rows), encoding).toEqual(names);
  });
});

describe('quotes', () => {
  const HEADS = 'Nombre,Email,Teléfono';
  const row = (name: string, n: number) => `${name},p${n}@x.example.com,115555010${n}`;
  const told = async (lines: string[]) => {
    const { rows, literal } = await read([HEADS, ...lines].join('\n'));
    return [firsts(rows), literal];
  };

  test('that are stray swallow nobody, and their rows are told', async () => {
    const [one, two, three, four] = ['Ana Uno', 'Tito Dos', 'Eva Tres', 'Beto Cuatro'];
    const after = row('Leo Cinco', 5);
    for (const [second, fourth] of [
      [`"${two}`, `"${four}`],
      [`"${two}`, `${four}"`],
      [`"${two}`, `Beto "Cuatro`],
    ] as const)
      expect
        .soft(await told([row(one, 1), row(second, 2), row(three, 3), row(fourth, 4), after]))
        .toEqual([[one, second, three, fourth, 'Leo Cinco'], { rows: 2, first: [3, 5] }]);
    // Next to each other, and in a row that is written as it should be.
    const quoted = row(four, 4).replace(/,(.*),/, ',"$1",');
    for (const lines of [
      [row(`"${two}`, 2), row(`"${four}`, 4), after],
      [row(`"${two}`, 2), quoted, row(`"${one}`, 1), after].slice(0, 2),
    ])
      expect.soft((await told(lines))[0]).toEqual(lines.map((line) => line.split(',')[0]));
  });

  test('around a name with a comma are what they should be, also behind one that is stray', async () => {
    const lines = [row('"Tito Dos', 2), row('"Pérez, Juan"', 3), row('Beto Cuatro', 4)];
    expect((await told(lines))[0]).toEqual(['"Tito Dos', 'Pérez, Juan', 'Beto Cuatro']);
  });

  test('around a cell of several lines are what they should be', async () => {
    const notes = [
      'Hola, quiero info\nprecio, plazo, seña\ngracias, Ana',
      'Ana, ana@y.example.com, 1155550199\nEva',
      'Dijo ""hola"",\nx, y\n, z',
      'uno, dos, tres\n\ncuatro',
    ];
    for (const note of notes) {
      const file = `Nombre,Email,Notas\nAna,a@x.example.com,"${note}"\nEva,e@x.example.com,`;
      const { rows, literal } = await read(file);
      expect.soft([rows[0]?.[2], literal.rows]).toEqual([note.replaceAll('""', '"'), 0]);
      expect.soft(firsts(rows)).toEqual(['Ana', 'Eva']);
    }
  });
});

describe('rows that a workbook hides', () => {
  const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
  const names = ['Nombre', 'Ana', 'Eva', 'Leo'];
  const sheet = (hidden: number[]) =>
    withSheet(
      `<a><sheetData>${names
        .map(
          (name, n) =>
            `<row r="${n + 1}"${hidden.includes(n) ? ' hidden="1"' : ''}>${cell(name)}${cell(n ? `${name}@x.example.com` : 'Email')}</row>`,
        )
        .join('')}</sheetData></a>`,
    );
  const table = ods(
    `<table:table table:name="A">${names
      .map((name, n) => {
        const how = ['', '', 'table:visibility="filter"', 'table:visibility="collapse"'][n];
        return `<table:table-row ${how}>${[name, n ? `${name}@x.example.com` : 'Email'].map((text) => `<table:table-cell><text:p>${text}</text:p></table:table-cell>`).join('')}</table:table-row>`;
      })
      .join('')}</table:table>`,
  );

  test('are told, and left out unless they are wanted', async () => {
    for (const file of [sheet([2, 3]), table]) {
      const found = await read(file);
      expect.soft([firsts(found.rows), found.hidden]).toEqual([['Ana'], { rows: 2, isTaken: false }]);
      const all = await read(file, { hidden: true });
      expect.soft([firsts(all.rows), all.hidden]).toEqual([['Ana', 'Eva', 'Leo'], { rows: 2, isTaken: true }]);
    }
    await expect(read(sheet([1, 2, 3]))).rejects.toThrow('ocultas');
  });
});

test('a last row without its empty tail is whole where others have an empty one, and cut where none has', async () => {
  const file = (note: string) =>
    `Nombre,Email,Notas\nAna,a@x.example.com,${note}\nLeo,l@x.example.com,\nEva,e@x.example.com`;
  expect((await read(file('hola'))).reasons).toEqual([]);
  expect((await read(file('').replace('Leo,l@x.example.com,\n', ''))).reasons).toEqual([]);
  expect((await read(file('hola').replace('com,\n', 'com,chau\n'))).reasons).toEqual([
    expect.stringContaining('cortado'),
  ]);
});

test('a text of a workbook that begins with an equals sign is one, a formula without a result is not', async () => {
  const { rows } = await read(
    workbook([
      ['Nombre', 'Email'],
      ['=Sur=', { formula: 'A2' }],
    ]),
  );
  expect(rows).toEqual([["'=Sur=", '=A2']]);
});

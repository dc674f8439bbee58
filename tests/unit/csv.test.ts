import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvResponse, unescapeCell } from '~/server/csv-writer';
import { tidyCell } from '~/server/imports/rows/cells';
import { writeSheetRow } from '~/server/xlsx-writer/sheet-xml';

type Row = { id: number; text: string | null };

/** Writes the rows two at a time and returns the whole text. */
function write(rows: Row[]): Promise<string> {
  const response = csvResponse<Row>({
    fileName: 'prueba',
    columns: { Número: (row) => row.id, Texto: (row) => row.text },
    readAfter: (last) => rows.slice(last ? rows.indexOf(last) + 1 : 0).slice(0, 2),
  });
  // Not text(): it would strip the byte order mark.
  return response.arrayBuffer().then((bytes) => Buffer.from(bytes).toString());
}

/** Parses as any RFC 4180 reader. */
function read(csv: string): string[][] {
  const lines: string[][] = [];
  let line: string[] = [];
  for (const [, quoted, plain = '', end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    line.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    lines.push(line);
    line = [];
  }
  return lines;
}

/**
 * Parses as Excel in decimal-comma locales: cells end at `;`, rows at a line break, and quotes count only at the start
 * of a cell.
 */
function readAtSemicolons(csv: string): string[] {
  const cells: string[] = [];
  let cell = '';
  let quoted = false;
  for (let i = 0; i < csv.length; i++) {
    const character = csv[i] ?? '';
    if (quoted && csv.startsWith('""', i)) i += 1;
    else if (character === '"' && (quoted || cell === '')) {
      quoted = !quoted;
      continue;
    } else if (!quoted && /[;\r\n]/.test(character)) {
      cells.push(cell);
      cell = '';
      continue;
    }
    cell += character;
  }
  return [...cells, cell];
}

/** Every sign that Unicode takes for one that begins a formula. */
const SIGNS = Array.from({ length: 0x110000 }, (_, code) => code)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code))
  .filter((sign) => /^[=+\-@−]/.test(sign.normalize('NFKC')));
const isFormula = (cell = '') => SIGNS.includes([...cell.replace(/^[\s"\u200b\ufeff]*/, '')][0] ?? '');

test('what is written is read back, without the apostrophes that disarm formulas', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.string({ unit: fc.constantFrom(...'a,;"ñ\r\n\t\' ', ...SIGNS) })), async (texts) => {
      const rows = texts.map((text, index) => ({ id: index, text }));
      const csv = await write(rows);
      expect(csv.startsWith('\ufeffNúmero,Texto\r\n')).toBe(true);
      const found = read(csv.slice(1)).slice(1);
      expect(found.map(([id]) => Number(id))).toEqual(rows.map(({ id }) => id));
      for (const [index, text] of texts.entries()) {
        const cell = found[index]?.[1];
        expect(unescapeCell(cell ?? '')).toBe(text);
        expect(isFormula(cell), cell).toBe(false);
      }
      for (const cell of readAtSemicolons(csv.slice(1))) expect(isFormula(cell), cell).toBe(false);
    }),
    { numRuns: 200 },
  );
});

test.each(['=1+1', '\t=1', '\r=1', ' =1', '\ufeff=1'])('%j is no formula any more', async (text) => {
  const harmless = text.replace('=', "'=");
  expect(read((await write([{ id: 1, text }])).slice(1))[1]?.[1]).toBe(harmless);
});

test('no sign that looks like = + - @ begins a formula, in either kind of file', async () => {
  expect(SIGNS).toEqual(expect.arrayContaining(['=', '+', '-', '@', '﹦', '⁼', '＝', '−']));
  for (const sign of SIGNS) {
    const cell = read((await write([{ id: 1, text: `${sign}1` }])).slice(1))[1]?.[1];
    expect(cell, sign).toBe(`'${sign}1`);
    // What is in none of our exports, such as a file of rejected rows, comes back, too.
    expect([unescapeCell(cell ?? ''), tidyCell(cell ?? '')], sign).toEqual([`${sign}1`, `${sign}1`]);
    expect(writeSheetRow(2, [`${sign}1`]), sign).toContain('<c r="A2" s="1" t="inlineStr">');
  }
});

test.each([
  ["x;=cmd|' /C calc'!A0", "x;'=cmd|' /C calc'!A0"],
  ['x; "=1', `x; "'=1`],
  ['Hola.\n-1', "Hola.\n'-1"],
  ['a;\n\t@suma', "a;\n\t'@suma"],
])('%j is none for a spreadsheet that splits at semicolons', async (text, harmless) => {
  const csv = (await write([{ id: 1, text }])).slice(1);
  expect(read(csv)[1]?.[1]).toBe(harmless);
});

test.each(['ana-maría@x.example.com', '2 + 2; 4', 'C++; a=b', '1-2'])('%j stays as it is', async (text) => {
  expect(read((await write([{ id: 1, text }])).slice(1))[1]?.[1]).toBe(text);
});

test('nothing is an empty cell, and a number stays one', async () => {
  expect(await write([{ id: -5, text: null }])).toBe('\ufeffNúmero,Texto\r\n-5,\r\n');
});

test('others take a turn before every slice, though the reader never waits', async () => {
  const happened: string[] = [];
  let isOver = false;
  const turn = () => {
    happened.push('turn');
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  let slices = 0;
  const response = csvResponse<Row>({
    fileName: 'prueba',
    columns: { Número: (row) => row.id },
    readAfter: () => {
      happened.push('slice');
      slices += 1;
      return slices > 20 ? [] : [{ id: slices, text: null }];
    },
  });
  const text = await response.text();
  isOver = true;
  expect(text.split('\r\n')).toHaveLength(22);
  expect(happened.filter((what, index) => what === 'slice' && happened[index - 1] === 'slice')).toEqual([]);
});

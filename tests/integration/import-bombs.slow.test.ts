import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { withDatabase } from '../support/database';
import { ods, upload, withPart, withSheet } from '../support/imports';
import { providePerson, provideServer } from '../support/provide';

const server = provideServer();
const admin = providePerson(server, { roles: ['admin'] });

const MB = 2 ** 20;
const fill = (piece: string, size: number) => piece.repeat(size / piece.length);
const number = (count: number, piece: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => piece(n)).join('');

const BOMBS: Record<string, [make: () => string | Buffer, says: string]> = {
  'a part that unpacks to 300 MB': [() => withSheet(`<worksheet>${' '.repeat(300 * MB)}</worksheet>`), 'descomprime'],
  'tags within tags without end': [() => withSheet(fill('<a>', 150 * MB)), 'cortado o dañado'],
  'a tag of a million attributes': [() => withSheet(`<a ${number(MB, (n) => `b${n}="" `)}/>`), 'cortado o dañado'],
  'a million links': [
    () => withPart('.rels', `<a>${number(MB / 2, (n) => `<Relationship Id="${n}" Target="x"/>`)}</a>`),
    'descomprime',
  ],
  'a million formats': [
    () => withPart('styles.xml', `<a>${number(MB / 2, (n) => `<numFmt numFmtId="${n}"/>`)}</a>`),
    'descomprime',
  ],
  'rows of which each is as wide as can be': [
    () => withSheet(`<a>${fill('<row><c r="XFD1"><v>1</v></c></row>', 50 * MB)}</a>`),
    '16.384 columnas',
  ],
  'a row of nothing but commas': [() => `Nombre,Email\n${','.repeat(15 * MB)}`, 'demasiado larga'],
  'lines without end': [() => `Email\nana@x.example.com${'\n'.repeat(2 * MB)}`, '50.000 filas'],
  'texts that are padded': [
    () => withPart('sharedStrings.xml', `<sst>${fill(`<si><t>x</t></si>${' '.repeat(2 ** 14 - 18)}`, 199 * MB)}</sst>`),
    'descomprime',
  ],
  'a row that is repeated a million times, as often as can be': [
    () =>
      ods(
        `<table:table>${fill('<table:table-row table:number-rows-repeated="1048576"><table:table-cell><text:p>a@x.example.com</text:p></table:table-cell></table:table-row>', 50 * MB)}</table:table>`,
      ),
    '50.000 filas',
  ],
  'a workbook of LibreOffice that unpacks to 300 MB': [() => ods(' '.repeat(300 * MB)), 'descomprime'],
  '50,001 rows': [() => `Nombre,Email${fill('\nA,a@x.example.com', 18 * 50_001)}`, '50.000 filas'],
};

async function expectRefused(what: string, file: Buffer, says: string) {
  const name = file.subarray(0, 2).toString() === 'PK' ? 'bomba.xlsx' : 'bomba.csv';
  const { status, json } = await upload(server, admin, file, name);
  expect.soft([status, json.error?.message], what).toEqual([422, expect.stringContaining(says)]);
  const left = withDatabase(server, (db) =>
    db.prepare('SELECT (SELECT count(*) FROM imports) + (SELECT count(*) FROM import_rows)').pluck().get(),
  );
  expect.soft(left, what).toBe(0);
}

test('files that are made to take memory are refused', async () => {
  for (const [what, [make, says]] of Object.entries(BOMBS)) await expectRefused(what, Buffer.from(make()), says);
});

// This server has read all the bombs above.
test('they cost memory only for as long as they are read', async () => {
  const nearlyTooLarge = withSheet(`<worksheet>${' '.repeat(190 * MB)}</worksheet>`);
  expect((await upload(server, admin, nearlyTooLarge, 'bomba.xlsx')).status).toBe(422);
  const status = readFileSync(`/proc/${server.process.pid}/status`, 'utf8');
  const peak = Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024;
  expect(peak).toBeLessThan(400);
});

import { describe, expect, test } from 'vitest';
import { guessMapping } from '~/server/imports/columns/guess-columns';
import { openFile } from '~/server/imports/files/open-file';

async function read(file: string | Buffer) {
  const opened = await openFile(Buffer.from(file));
  const rows = [];
  for await (const row of opened.rows(0)) rows.push(row);
  const [heads = { row: 0, cells: [], width: 0 }, ...cards] = rows;
  return { heads: heads.cells, cards, isCut: opened.isCut?.() };
}
const card = (...lines: string[]) => ['BEGIN:VCARD', ...lines, 'END:VCARD'].join('\r\n');
const cellsOf = async (file: string | Buffer) => (await read(file)).cards.map(({ cells }) => cells);

describe('contact cards are a table', () => {
  test('of people, with columns that are recognised', async () => {
    const file = [
      card('VERSION:3.0', 'FN:Ana Paz', 'N:Paz;Ana;;;', 'TEL;TYPE=CELL:+54 9 11 5874-9895', 'EMAIL:ana@x.example.com'),
      card('VERSION:3.0', 'N:Sol;Eva;María;Dra.;', 'ORG:Sur Propiedades;Ventas', 'NOTE:Quiere\\, quizás\\ndemo'),
    ].join('\r\n');
    const { heads, cards } = await read(file);
    expect(guessMapping(heads, cards)).toEqual(['nombre', 'whatsapp', 'email', 'empresa', 'pais', 'nota']);
    expect(cards.map(({ row, cells }) => [row, ...cells])).toEqual([
      [2, 'Ana Paz', '+54 9 11 5874-9895', 'ana@x.example.com'],
      [3, 'Dra. Eva María Sol', '', '', 'Sur Propiedades', '', 'Quiere, quizás\ndemo'],
    ]);
  });

  test('as each program and version writes them', async () => {
    const kinds: Record<string, [file: string | Buffer, cells: string[]]> = {
      'quoted-printable, over two lines': [
        card(
          'VERSION:2.1',
          'FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=C3=91and=C3=BA=20=',
          'Nu=C3=B1ez',
          'TEL;CELL;VOICE:1158749895',
        ),
        ['Ñandú Nuñez', '1158749895'],
      ],
      'another charset': [
        card('VERSION:2.1', 'FN;CHARSET=ISO-8859-1;ENCODING=QUOTED-PRINTABLE:=D1and=FA', 'TEL:1158749895'),
        ['Ñandú', '1158749895'],
      ],
      'a file of Windows': [Buffer.from(card('FN:Ñandú', 'TEL:1158749895'), 'latin1'), ['Ñandú', '1158749895']],
      'UTF-16': [Buffer.from(`\ufeff${card('FN:Ñandú', 'TEL:1158749895')}`, 'utf16le'), ['Ñandú', '1158749895']],
      'folded lines': [card('FN:Ana', ' Paz', 'TEL:+54 9 11 58', '\t74 9895'), ['AnaPaz', '+54 9 11 5874 9895']],
      'groups and labels of Apple': [
        card(
          ...['FN:Ana', 'item1.TEL:11 4321-0000', 'item1.X-ABLabel:_$!<Home>!$_', 'item2.TEL:11 5874-9895'],
          ...['item2.X-ABLabel:Celular', 'item3.TEL:11 4444-0000', 'item3.X-ABLabel:_$!<HomeFax>!$_'],
        ),
        ['Ana', '11 5874-9895', '', '', '', 'Otro teléfono: 11 4321-0000\nFax: 11 4444-0000'],
      ],
      'addresses of version 4': [
        card(
          'VERSION:4.0',
          'FN:Ana',
          'TEL;VALUE=uri;TYPE="voice,home":tel:+55-11-3555-0109;ext=4',
          'EMAIL;PREF=1:mailto:ana@x.example.com',
        ),
        ['Ana', '+55-11-3555-0109 ext 4', 'ana@x.example.com'],
      ],
      'a country, several addresses, a picture': [
        card(
          ...['FN:Ana', 'EMAIL:a@x.example.com', 'EMAIL:b@x.example.com', 'ADR;TYPE=HOME:;;Calle 1;Quito;;;Ecuador'],
          ...['PHOTO;ENCODING=b;TYPE=JPEG:/9j/4AAQ', ' SkZJRg==', 'TITLE:Gerente'],
        ),
        ['Ana', '', 'a@x.example.com ::: b@x.example.com', '', 'Ecuador', 'Gerente'],
      ],
      'a company': [card('ORG:Sur;', 'TEL;TYPE=WORK:1143210000'), ['Sur', '1143210000', '', 'Sur']],
      'unix lines': [card('FN:Ana', 'TEL:1143210000').replaceAll('\r\n', '\n'), ['Ana', '1143210000']],
    };
    for (const [kind, [file, cells]] of Object.entries(kinds))
      expect.soft([kind, ...((await cellsOf(file))[0] ?? [])]).toEqual([kind, ...cells]);
  });

  test('of which a cut one is told', async () => {
    const { cards, isCut } = await read(`${card('FN:Ana', 'TEL:1143210000')}\r\nBEGIN:VCARD\r\nFN:Eva`);
    expect([cards.map(({ cells }) => cells[0]), cards.at(-1)?.width, isCut]).toEqual([['Ana', 'Eva'], 0, true]);
  });

  test('and not of one line without end', async () => {
    const file = card('FN:Ana', `PHOTO:${'x'.repeat(2 ** 21)}`, 'TEL:1143210000');
    expect(await cellsOf(file)).toEqual([['Ana', '1143210000']]);
  });
});

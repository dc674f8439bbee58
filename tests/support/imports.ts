import { crc32, deflateRawSync } from 'node:zlib';
import { CSV_TYPE, ODS_TYPE, VCARD_TYPE, XLSX_TYPE } from '../../src/shared/imports/file-types.ts';
import type { Person } from './accounts';
import { fetchText } from './http.ts';
import type { TestServer } from './server';

type Part = [name: string, content: string | Buffer];

/** A zip archive of these parts. `claim`: the size declared for each. */
export function zip(parts: Part[], claim?: (name: string, size: number) => number): Buffer {
  const bodies: Buffer[] = [];
  const entries: Buffer[] = [];
  let at = 0;
  for (const [name, content] of parts) {
    const data = Buffer.from(content);
    const packed = deflateRawSync(data);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(data), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(claim?.(name, data.length) ?? data.length, 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, Buffer.from(name), packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(at, 10);
    entries.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\0', 'latin1'), common, tail, Buffer.from(name)]));
    bodies.push(local);
    at += local.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...bodies, directory, end]);
}

/** A cell: text, a number, a day as Excel serial, or a formula with its cached result. */
export type SheetCell = string | number | { serial: number } | { formula: string; result?: string };

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const escapeXml = (text: string) => text.replace(/[&<>]/g, (sign) => ESCAPES[sign] ?? sign);

/** A sheet before the one with the rows. */
type OtherSheet = { name: string; rows: string[][]; state?: 'hidden' };
type Options = { merged?: string; before?: OtherSheet[] };

/** The parts of a workbook as Excel writes them. */
export function workbookParts(rows: SheetCell[][], { merged = '', before = [] }: Options = {}): Part[] {
  const shared = new Map<string, number>();
  const place = (text: string) => {
    if (!shared.has(text)) shared.set(text, shared.size);
    return shared.get(text);
  };
  const lines = rows.map((cells, row) => {
    const written = cells.map((cell, column) => {
      const at = `${columnName(column)}${row + 1}`;
      if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`;
      if (typeof cell === 'string') return cell === '' ? '' : `<c r="${at}" t="s"><v>${place(cell)}</v></c>`;
      if ('serial' in cell) return `<c r="${at}" s="1"><v>${cell.serial}</v></c>`;
      const result = cell.result === undefined ? '' : `<v>${escapeXml(cell.result)}</v>`;
      return `<c r="${at}" t="${result ? 'str' : 'n'}"><f>${escapeXml(cell.formula)}</f>${result}</c>`;
    });
    return `<row r="${row + 1}">${written.join('')}</row>`;
  });
  const texts = [...shared.keys()].map((text) => `<si><t xml:space="preserve">${escapeXml(text)}</t></si>`);
  const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
  return [
    ['[Content_Types].xml', `${head}<Types/>`],
    [
      'xl/workbook.xml',
      `${head}<workbook xmlns:r="r"><sheets>${before.map(({ name, state }, n) => `<sheet name="${name}" state="${state ?? 'visible'}" r:id="other${n}"/>`).join('')}<sheet name="Hoja1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${head}<Relationships>${before.map((_, n) => `<Relationship Id="other${n}" Target="worksheets/other${n}.xml"/>`).join('')}<Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>`,
    ],
    ['xl/sharedStrings.xml', `${head}<sst>${texts.join('')}</sst>`],
    ['xl/styles.xml', `${head}<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`],
    [
      'xl/worksheets/sheet1.xml',
      `${head}<worksheet><sheetData>${lines.join('')}</sheetData>${
        merged &&
        `<mergeCells>${merged
          .split(' ')
          .map((ref) => `<mergeCell ref="${ref}"/>`)
          .join('')}</mergeCells>`
      }</worksheet>`,
    ],
    ...before.map(({ rows }, n): Part => [`xl/worksheets/other${n}.xml`, plainSheet(rows)]),
  ];
}

const plainSheet = (rows: string[][]) =>
  `<worksheet><sheetData>${rows.map((cells) => `<row>${cells.map((cell) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`).join('')}</row>`).join('')}</sheetData></worksheet>`;

/** A LibreOffice workbook with these tables. */
export const ods = (tables: string, styles = '') =>
  zip([
    ['mimetype', ODS_TYPE],
    [
      'content.xml',
      `<office:document-content>${styles}<office:body><office:spreadsheet>${tables}</office:spreadsheet></office:body></office:document-content>`,
    ],
  ]);

function columnName(column: number): string {
  const rest = Math.floor(column / 26);
  return (rest > 0 ? columnName(rest - 1) : '') + String.fromCharCode(65 + (column % 26));
}

export const workbook = (rows: SheetCell[][], options?: Options) => zip(workbookParts(rows, options));

/** A workbook with one part replaced by this content. */
export const withPart = (part: string, xml: string) =>
  zip(workbookParts([['Nombre']]).map(([name, content]) => [name, name.endsWith(part) ? xml : content]));
export const withSheet = (xml: string) => withPart('sheet1.xml', xml);

const TYPES: Record<string, string> = { xlsx: XLSX_TYPE, ods: ODS_TYPE, vcf: VCARD_TYPE };

/** Uploads a file as the page does. `wishes`: how to read it. */
export async function upload(
  server: TestServer,
  person: Pick<Person, 'cookie'>,
  file: string | Buffer,
  name = 'clientes.csv',
  wishes: Record<string, string> = {},
) {
  const query = new URLSearchParams({ name, ...wishes });
  const { status, text } = await fetchText(`${server.url}/api/imports?${query}`, {
    method: 'POST',
    headers: {
      origin: server.url,
      cookie: person.cookie,
      'content-type': TYPES[name.split('.').at(-1) ?? ''] ?? CSV_TYPE,
    },
    body: new Uint8Array(Buffer.from(file)),
  });
  return { status, json: JSON.parse(text) };
}

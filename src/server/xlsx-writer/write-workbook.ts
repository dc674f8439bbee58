import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { XLSX_TYPE } from '~/shared/imports/file-types';
import { beginSheet, endSheet, escapeXml, STYLES } from './sheet-xml';

/** Rows as XML, written elsewhere, and their number; at most MAX_ROWS_PER_PIECE. */
export type RowPiece = { text: string; rows: number };
export const MAX_ROWS_PER_PIECE = 1000;

type Sheet = {
  name: string;
  heads: string[];
  /** In characters. */
  widths: number[];
  /** The next rows, from this row number on; null ends the sheet. */
  readPiece: (row: number) => Promise<RowPiece | null>;
};

/** Excel's last row; longer sheets continue in another one. */
const LAST_ROW = 2 ** 20;
/** Sheets shrink to a tenth; the best level would take three times as long for a fifth less. */
const OPTIONS = { compressionLevel: 1, forceDosTimestamp: true };

/** A workbook to download, streamed sheet by sheet as it is read. */
export function workbookResponse(fileName: string, sheets: Sheet[]): Response {
  const zip = new ZipFile();
  const bytes = zip.outputStream as Readable;
  const end = (error: Error) => void bytes.destroy(error);
  zip.on('error', end);
  writeParts(zip, sheets).catch(end);
  return new Response(Readable.toWeb(bytes) as BodyInit, {
    headers: { 'content-type': XLSX_TYPE, 'content-disposition': `attachment; filename="${fileName}.xlsx"` },
  });
}

async function writeParts(zip: ZipFile, sheets: Sheet[]): Promise<void> {
  const add = (path: string, xml: string) => zip.addBuffer(Buffer.from(HEAD + xml), path, OPTIONS);
  add('[Content_Types].xml', CONTENT_TYPES);
  add('_rels/.rels', relations([['officeDocument', 'xl/workbook.xml']]));
  add('xl/styles.xml', STYLES);
  const names: string[] = [];
  for (const sheet of sheets) {
    for (let part = 1, isOver = false; !isOver; part++) {
      names.push(part === 1 ? sheet.name : `${sheet.name} ${part}`);
      const rows = Readable.from(
        writeSheet(sheet, () => {
          isOver = true;
        }),
        { objectMode: false },
      );
      // A client that leaves midway ends this, too.
      zip.outputStream.once('close', () => rows.destroy());
      zip.addReadStreamLazy(`xl/worksheets/sheet${names.length}.xml`, OPTIONS, (take) => take(null, rows));
      await finished(rows);
    }
  }
  const links = names.map(
    (_, at) => `<sheet name="${escapeXml(names[at] ?? '')}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`,
  );
  add('xl/workbook.xml', `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${links.join('')}</sheets></workbook>`);
  const parts = names.map((_, at): [string, string] => ['worksheet', `worksheets/sheet${at + 1}.xml`]);
  add('xl/_rels/workbook.xml.rels', relations([...parts, ['styles', 'styles.xml']]));
  zip.end();
}

async function* writeSheet({ heads, widths, readPiece }: Sheet, onEnd: () => void): AsyncGenerator<string> {
  yield HEAD + beginSheet(heads, widths);
  let last = 1;
  while (last + MAX_ROWS_PER_PIECE <= LAST_ROW) {
    const piece = await readPiece(last + 1);
    if (!piece) {
      onEnd();
      break;
    }
    yield piece.text;
    last += piece.rows;
  }
  yield endSheet(heads.length, last);
}

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** The number of sheets is not known yet, so unnamed parts default to sheets. */
const CONTENT_TYPES = `<Types xmlns="${PACKAGE}/content-types">\
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>\
<Default Extension="xml" ContentType="${TYPE}.worksheet+xml"/>\
<Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/>\
<Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/></Types>`;

function relations(links: [type: string, target: string][]): string {
  const written = links.map(
    ([type, target], at) => `<Relationship Id="rId${at + 1}" Type="${OFFICE}/${type}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="${PACKAGE}/relationships">${written.join('')}</Relationships>`;
}

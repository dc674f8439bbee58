import { importErrors } from '~/shared/strings/imports';
import { type Archive, MAX_PARTS } from './archive';
import { fileFault } from './file-rows';
import { readXml } from './xml';

const MAX_SHARED_CHARACTERS = 30 * 2 ** 20;
/** As many as fifty thousand rows with forty distinct columns. */
const MAX_SHARED_TEXTS = 2 * 2 ** 20;
const MAX_STYLES = 65_536;
/** Limit on the merge list behind a sheet's rows; cells beyond count as not merged. */
const MAX_MERGES_LENGTH = 4 * 2 ** 20;
/** Excel allows 31. */
const MAX_NAME_LENGTH = 120;

type SheetPart = { name: string; path: string };

/** The visible sheets, or all if none is, and whether dates count from 1904. */
export async function findSheets(book: Archive): Promise<{ sheets: SheetPart[]; from1904: boolean }> {
  const found: { name: string; id: string; isHidden: boolean }[] = [];
  let from1904 = false;
  const parts = readXml(book.read('xl/workbook.xml'), {
    open(tag, attributes) {
      if (tag === 'workbookPr') from1904 = /^(1|true)$/.test(attributes.date1904 ?? '');
      if (tag !== 'sheet') return;
      if (found.length === MAX_PARTS) throw fileFault(importErrors.bomb);
      const id = Object.entries(attributes).find(([key]) => /(^|:)id$/.test(key))?.[1] ?? '';
      const name = (attributes.name ?? '').slice(0, MAX_NAME_LENGTH);
      found.push({ name, id, isHidden: (attributes.state ?? 'visible') !== 'visible' });
    },
  });
  for await (const _ of parts);
  const paths = new Map<string, string>();
  const links = readXml(book.read('xl/_rels/workbook.xml.rels'), {
    open(name, { Id, Target }) {
      if (name !== 'Relationship' || !Id || !Target) return;
      if (paths.size === MAX_PARTS) throw fileFault(importErrors.bomb);
      paths.set(Id, Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`);
    },
  });
  for await (const _ of links);
  const shown = found.filter(({ isHidden }) => !isHidden);
  const sheets = (shown.length > 0 ? shown : found).flatMap(({ name, id }) => {
    const path = paths.get(id) ?? '';
    // A chart sheet has no rows.
    return book.has(path) && !path.includes('chartsheets/') ? [{ name, path }] : [];
  });
  if (sheets.length === 0) throw fileFault(importErrors.damaged);
  return { sheets, from1904 };
}

/** Vertical merges by their first row: the column, and the last row. */
export type Merges = Map<number, { column: number; to: number }[]>;

/** Reads the merge list that follows a sheet's rows, without parsing the rows, which takes a tenth of the time. */
export async function readMerges(book: Archive, path: string): Promise<Merges> {
  let text = '';
  let isFound = false;
  for await (const piece of book.read(path)) {
    text = (isFound ? text : text.slice(-20)) + piece.toString('latin1');
    isFound ||= /<(?:\w{1,9}:)?mergeCells/.test(text);
    if (text.length > MAX_MERGES_LENGTH) break;
  }
  const merges: Merges = new Map();
  if (!isFound) return merges;
  for (const [, letters = '', from, , to] of text.matchAll(/ref="([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})"/g)) {
    const first = Number(from);
    if (Number(to) > first)
      merges.set(first, [...(merges.get(first) ?? []), { column: columnOf(letters), to: Number(to) }]);
  }
  return merges;
}

/** 'AB12' is column 27. */
export function columnOf(place: string): number {
  let column = 0;
  for (const letter of /^[A-Z]+/i.exec(place)?.[0].toUpperCase() ?? '')
    column = column * 26 + letter.charCodeAt(0) - 64;
  return column === 0 ? Number.NaN : column - 1;
}

/** The strings that cells refer to by index. */
export async function readSharedTexts(book: Archive): Promise<string[]> {
  const texts: string[] = [];
  let text = '';
  let characters = 0;
  let inText = false;
  let inPhonetics = false;
  const reading = readXml(book.read('xl/sharedStrings.xml'), {
    open(name) {
      if (name === 'rPh') inPhonetics = true;
      else if (name === 't') inText = true;
    },
    text(piece) {
      if (!inText || inPhonetics) return;
      text += piece;
      characters += piece.length;
      if (characters > MAX_SHARED_CHARACTERS) throw fileFault(importErrors.bomb);
    },
    close(name) {
      if (name === 'rPh') inPhonetics = false;
      else if (name === 't') inText = false;
      else if (name === 'si') {
        if (texts.length === MAX_SHARED_TEXTS) throw fileFault(importErrors.bomb);
        texts.push(text);
        text = '';
      }
    },
  });
  for await (const _ of reading);
  return texts;
}

/** For each cell style, whether it shows a number as a date. */
export async function readDateStyles(book: Archive): Promise<boolean[]> {
  const own = new Map<string, boolean>();
  const styles: boolean[] = [];
  let inCells = false;
  const reading = readXml(book.read('xl/styles.xml'), {
    open(name, { numFmtId = '', formatCode = '' }) {
      if (name === 'cellXfs') inCells = true;
      else if (name === 'numFmt') {
        if (own.size === MAX_STYLES) throw fileFault(importErrors.bomb);
        own.set(numFmtId, isDateFormat(formatCode));
      } else if (name === 'xf' && inCells && styles.length < MAX_STYLES)
        styles.push(own.get(numFmtId) ?? isBuiltInDate(Number(numFmtId)));
    },
    close(name) {
      if (name === 'cellXfs') inCells = false;
    },
  });
  for await (const _ of reading);
  return styles;
}

function isBuiltInDate(id: number): boolean {
  return (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);
}

/** Letters of days and years, outside quotes and brackets. */
function isDateFormat(code: string): boolean {
  return /[dy]/i.test(code.replace(/"[^"]*"|\[[^[\]]*\]|\\./g, ''));
}

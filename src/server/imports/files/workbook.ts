import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { AppError } from '~/server/app-error';
import { importErrors } from '~/shared/strings/import-errors';
import { fileFault } from './file-fault';
import { readXml } from './xml';

const MB = 2 ** 20;
/** Of a sheet: fifty thousand rows of thirty columns are some 70 MB. */
const MOST_BYTES_OF_A_SHEET = 200 * MB;
/** Of the others, all that they may say fits twice. */
const MOST_BYTES: Record<string, number> = {
  'xl/workbook.xml': 8 * MB,
  'xl/_rels/workbook.xml.rels': 8 * MB,
  'xl/styles.xml': 16 * MB,
  'xl/sharedStrings.xml': 100 * MB,
};
const MOST_PARTS = 2000;
const MOST_SHARED_CHARACTERS = 30 * 2 ** 20;
/** As many as fifty thousand rows have where forty columns are all different. */
const MOST_SHARED_TEXTS = 2 * 2 ** 20;
const MOST_STYLES = 65_536;

/** A workbook's parts, of which each is read as it is unpacked. */
export class Workbook {
  readonly #zip: ZipFile;
  readonly #parts: Map<string, Entry>;

  /** @throws {AppError} `invalid` where the file is cut or is no workbook. */
  static async open(file: Buffer): Promise<Workbook> {
    try {
      const zip = await fromBufferPromise(file);
      const parts = new Map<string, Entry>();
      for await (const entry of zip.eachEntry()) {
        if (parts.size === MOST_PARTS) throw fileFault(importErrors.notWorkbook);
        parts.set(entry.fileName, entry);
      }
      if (!parts.has('xl/workbook.xml')) throw fileFault(importErrors.notWorkbook);
      return new Workbook(zip, parts);
    } catch (error) {
      throw explain(error);
    }
  }

  private constructor(zip: ZipFile, parts: Map<string, Entry>) {
    this.#zip = zip;
    this.#parts = parts;
  }

  /**
   * The unpacked bytes of a part; none if it is not there.
   * @throws {AppError} `invalid` where it unpacks to too much, or is damaged.
   */
  async *read(name: string): AsyncGenerator<Buffer> {
    const entry = this.#parts.get(name);
    if (!entry) return;
    if (entry.uncompressedSize > (MOST_BYTES[name] ?? MOST_BYTES_OF_A_SHEET))
      throw fileFault(importErrors.bomb);
    try {
      // It ends with an error where there is more than the entry says.
      yield* await this.#zip.openReadStreamPromise(entry);
    } catch (error) {
      throw explain(error);
    }
  }

  /** The path of the first sheet that is shown, and whether its days count from 1904. */
  async findSheet(): Promise<{ path: string; from1904: boolean }> {
    const sheets: { id: string; isHidden: boolean }[] = [];
    let from1904 = false;
    const book = readXml(this.read('xl/workbook.xml'), {
      open(name, attributes) {
        if (name === 'workbookPr') from1904 = /^(1|true)$/.test(attributes.date1904 ?? '');
        if (name !== 'sheet') return;
        if (sheets.length === MOST_PARTS) throw fileFault(importErrors.bomb);
        const id = Object.entries(attributes).find(([key]) => /(^|:)id$/.test(key))?.[1] ?? '';
        sheets.push({ id, isHidden: (attributes.state ?? 'visible') !== 'visible' });
      },
    });
    for await (const _ of book);
    const paths = new Map<string, string>();
    const links = readXml(this.read('xl/_rels/workbook.xml.rels'), {
      open(name, { Id, Target }) {
        if (name !== 'Relationship' || !Id || !Target) return;
        if (paths.size === MOST_PARTS) throw fileFault(importErrors.bomb);
        paths.set(Id, Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`);
      },
    });
    for await (const _ of links);
    const shown = sheets.find(({ isHidden }) => !isHidden) ?? sheets[0];
    const path = paths.get(shown?.id ?? '');
    if (!path || !this.#parts.has(path)) throw fileFault(importErrors.damaged);
    return { path, from1904 };
  }

  /** The texts that cells refer to by their place. */
  async readSharedTexts(): Promise<string[]> {
    const texts: string[] = [];
    let text = '';
    let characters = 0;
    let inText = false;
    let inPhonetics = false;
    const reading = readXml(this.read('xl/sharedStrings.xml'), {
      open(name) {
        if (name === 'rPh') inPhonetics = true;
        else if (name === 't') inText = true;
      },
      text(piece) {
        if (!inText || inPhonetics) return;
        text += piece;
        characters += piece.length;
        if (characters > MOST_SHARED_CHARACTERS) throw fileFault(importErrors.bomb);
      },
      close(name) {
        if (name === 'rPh') inPhonetics = false;
        else if (name === 't') inText = false;
        else if (name === 'si') {
          if (texts.length === MOST_SHARED_TEXTS) throw fileFault(importErrors.bomb);
          texts.push(text);
          text = '';
        }
      },
    });
    for await (const _ of reading);
    return texts;
  }

  /** Which of the styles that cells refer to show a number as a date. */
  async readDateStyles(): Promise<boolean[]> {
    const own = new Map<string, boolean>();
    const styles: boolean[] = [];
    let inCells = false;
    const reading = readXml(this.read('xl/styles.xml'), {
      open(name, { numFmtId = '', formatCode = '' }) {
        if (name === 'cellXfs') inCells = true;
        else if (name === 'numFmt') {
          if (own.size === MOST_STYLES) throw fileFault(importErrors.bomb);
          own.set(numFmtId, isDateFormat(formatCode));
        } else if (name === 'xf' && inCells && styles.length < MOST_STYLES)
          styles.push(own.get(numFmtId) ?? isBuiltInDate(Number(numFmtId)));
      },
      close(name) {
        if (name === 'cellXfs') inCells = false;
      },
    });
    for await (const _ of reading);
    return styles;
  }
}

function isBuiltInDate(id: number): boolean {
  return (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);
}

/** Letters of days and years, outside of quotes and brackets. */
function isDateFormat(code: string): boolean {
  return /[dy]/i.test(code.replace(/"[^"]*"|\[[^[\]]*\]|\\./g, ''));
}

function explain(error: unknown): unknown {
  if (error instanceof AppError) return error;
  const isMore = error instanceof Error && error.message.startsWith('too many bytes');
  return fileFault(isMore ? importErrors.bomb : importErrors.damaged);
}

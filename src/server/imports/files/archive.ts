import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { AppError } from '~/server/app-error';
import { importErrors } from '~/shared/strings/import-errors';
import { fileFault } from './file-fault';

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
export const MOST_PARTS = 2000;

/** The parts of a workbook, of which each is read as it is unpacked. */
export class Archive {
  readonly #zip: ZipFile;
  readonly #parts: Map<string, Entry>;

  /** @throws {AppError} `invalid` where the file is cut or is none. */
  static async open(file: Buffer): Promise<Archive> {
    try {
      const zip = await fromBufferPromise(file);
      const parts = new Map<string, Entry>();
      for await (const entry of zip.eachEntry()) {
        if (parts.size === MOST_PARTS) throw fileFault(importErrors.notWorkbook);
        parts.set(entry.fileName, entry);
      }
      return new Archive(zip, parts);
    } catch (error) {
      throw explain(error);
    }
  }

  private constructor(zip: ZipFile, parts: Map<string, Entry>) {
    this.#zip = zip;
    this.#parts = parts;
  }

  has(name: string): boolean {
    return this.#parts.has(name);
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
}

function explain(error: unknown): unknown {
  if (error instanceof AppError) return error;
  const isMore = error instanceof Error && error.message.startsWith('too many bytes');
  return fileFault(isMore ? importErrors.bomb : importErrors.damaged);
}

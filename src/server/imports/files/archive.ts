import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { AppError } from '~/server/app-error';
import { importErrors } from '~/shared/strings/imports';
import { fileFault } from './file-rows';

const MB = 2 ** 20;
/** Fifty thousand rows of thirty columns are some 70 MB. */
const MAX_SHEET_BYTES = 200 * MB;
/** Twice what each of these parts can need. */
const MAX_BYTES: Record<string, number> = {
  'xl/workbook.xml': 8 * MB,
  'xl/_rels/workbook.xml.rels': 8 * MB,
  'xl/styles.xml': 16 * MB,
  'xl/sharedStrings.xml': 100 * MB,
};
export const MAX_PARTS = 2000;

export class Archive {
  readonly #zip: ZipFile;
  readonly #parts: Map<string, Entry>;

  /** @throws {AppError} `invalid` if the file is truncated or not a ZIP. */
  static async open(file: Buffer): Promise<Archive> {
    try {
      const zip = await fromBufferPromise(file);
      const parts = new Map<string, Entry>();
      for await (const entry of zip.eachEntry()) {
        if (parts.size === MAX_PARTS) throw fileFault(importErrors.notWorkbook);
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

  /** Streams a part's bytes; none if it is missing. Throws AppError `invalid` for a ZIP bomb or damaged data. */
  async *read(name: string): AsyncGenerator<Buffer> {
    const entry = this.#parts.get(name);
    if (!entry) return;
    if (entry.uncompressedSize > (MAX_BYTES[name] ?? MAX_SHEET_BYTES)) throw fileFault(importErrors.bomb);
    try {
      // yauzl throws if there is more than the entry declares.
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

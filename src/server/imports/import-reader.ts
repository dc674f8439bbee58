import { importErrors } from '~/shared/strings/imports';
import { AppError } from '../app-error';
import { Reader, ReaderDied } from '../process/reader';
import { fileFault } from './files/file-rows';
import type { ImportTasks } from './import-tasks';

/** A reader process for files only: a crash takes nothing else along. One file at a time, which bounds memory. */
export const importReader = new Reader<ImportTasks>();

/** Beside an import under way. Each may take as long as the reader lets it. */
const MAX_WAITING = 16;
const RETRY_AFTER_S = 10;

/** @throws {AppError} `busy` while so much waits for the reader that one more would only wait. */
export function requireReader(): void {
  if (importReader.waiting >= MAX_WAITING)
    throw new AppError('busy', { message: importErrors.manyAtOnce, retryAfterSeconds: RETRY_AFTER_S });
}

/** Rethrows; the death of the reader becomes a sentence. Throws AppError `invalid`. */
export function explainReaderDeath(error: unknown): never {
  if (error instanceof ReaderDied) throw fileFault(importErrors.readerDied[error.because]);
  throw error;
}

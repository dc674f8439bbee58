import { importErrors } from '~/shared/strings/imports';
import { Reader, ReaderDied } from '../process/reader';
import { fileFault } from './files/file-rows';
import type { ImportTasks } from './import-tasks';

/** A reader process for files only: a crash takes nothing else along. One file at a time, which bounds memory. */
export const importReader = new Reader<ImportTasks>();

/** Rethrows; the death of the reader becomes a sentence. Throws AppError `invalid`. */
export function explainReaderDeath(error: unknown): never {
  if (error instanceof ReaderDied) throw fileFault(importErrors.readerDied[error.because]);
  throw error;
}

import { importErrors } from '~/shared/strings/import-errors';
import { Reader, ReaderDied } from '../process/reader';
import { fileFault } from './files/file-fault';
import type { ImportTasks } from './import-tasks';

/** One for files alone: nothing else dies with it. It has one of them at a time, so that several need no more memory. */
export const importReader = new Reader<ImportTasks>();

/** Throws what a reading has thrown, and in words where the reader died over it. @throws {AppError} `invalid`. */
export function explainDeath(error: unknown): never {
  if (error instanceof ReaderDied) throw fileFault(importErrors.readerDied[error.because]);
  throw error;
}

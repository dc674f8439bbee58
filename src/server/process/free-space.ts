import { dirname } from 'node:path';
import { freeBytes } from '../../../db/backups/backup';
import { getSettings } from '../env';

/** The threshold of the alert in docs/operar.md. */
const MIN_FREE_BYTES = 500_000_000;

/** Whether the disk of this folder is so full that administrators are told. */
export function isShortOfSpace(folder: string): boolean {
  return freeBytes(folder) < MIN_FREE_BYTES;
}

/** The same for the database's disk. */
export function isDatabaseShortOfSpace(): boolean {
  return isShortOfSpace(dirname(getSettings().DATABASE_PATH));
}

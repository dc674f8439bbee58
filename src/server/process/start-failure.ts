import { DatabaseUnfitError } from '../../../db/migrate';
import { SettingsError } from '../env';
import { log } from '../log';

/** The program cannot start for a reason the operator can fix; the message says which. */
export class StartError extends Error {
  override name = 'StartError';
}

/** Codes of SQLite and the system that the operator can fix. */
const REASONS: Record<string, string> = {
  SQLITE_FULL: 'el disco de la base está lleno. Liberá espacio; el servicio vuelve a intentarlo.',
  ENOSPC: 'el disco está lleno. Liberá espacio; el servicio vuelve a intentarlo.',
  SQLITE_BUSY: 'otro programa tiene tomada la base.',
};

/**
 * Reports why the program cannot start, and exits with 1: a sentence at a terminal, otherwise one line of JSON whose
 * `msg` is that sentence. Only unknown errors have a stack trace.
 */
export function endStart(error: unknown): never {
  const { message, code = '' } = error as NodeJS.ErrnoException;
  const isSentence =
    error instanceof SettingsError || error instanceof DatabaseUnfitError || error instanceof StartError;
  const isForeseen = isSentence || code in REASONS;
  const sentence = isSentence ? message : `El arranque falló: ${REASONS[code] ?? message}`;
  if (process.stderr.isTTY && isForeseen) console.error(sentence);
  else log.fatal({ event: 'start_failed', ...(!isForeseen && { err: error }) }, sentence.replace(/\s+/g, ' '));
  process.exit(1);
}

/** Ends the process after an uncaught error, as Node does, but with one log line. */
export function endOnUncaughtErrors(): void {
  process.on('uncaughtException', (error) => {
    log.fatal({ event: 'crashed', err: error });
    process.exit(1);
  });
}

import { DatabaseUnfitError } from '../../../db/migrate';
import { SettingsError } from '../env';
import { log } from '../log';

/** A start that cannot go on for a reason that somebody can mend; the message says which. */
export class StartError extends Error {
  override name = 'StartError';
}

/** What SQLite and the system say at a start that somebody can mend. */
const REASONS: Record<string, string> = {
  SQLITE_FULL: 'el disco de la base está lleno. Liberá espacio; el servicio vuelve a intentarlo.',
  ENOSPC: 'el disco está lleno. Liberá espacio; el servicio vuelve a intentarlo.',
  SQLITE_BUSY: 'otro programa tiene tomada la base.',
};

/**
 * Says why the program cannot start and ends it with 1: to a person at a terminal as a sentence, to a journal as one
 * line of JSON whose `msg` is that sentence. Only what nobody foresaw carries a trace.
 */
export function endStart(error: unknown): never {
  const { message, code = '' } = error as NodeJS.ErrnoException;
  const isSentence =
    error instanceof SettingsError || error instanceof DatabaseUnfitError || error instanceof StartError;
  const isForeseen = isSentence || code in REASONS;
  const sentence = isSentence ? message : `El arranque falló: ${REASONS[code] ?? message}`;
  if (process.stderr.isTTY && isForeseen) console.error(sentence);
  else
    log.fatal(
      { event: 'start_failed', ...(!isForeseen && { err: error }) },
      sentence.replace(/\s*\n\s*/g, ' '),
    );
  process.exit(1);
}

/** Has an error that nothing caught end the process as Node would, but with one line in the log. */
export function endOnUncaughtErrors(): void {
  process.on('uncaughtException', (error) => {
    log.fatal({ event: 'crashed', err: error });
    process.exit(1);
  });
}

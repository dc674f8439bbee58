import { closeDb } from '../database/connection';
import { checkRows, parseRows } from './check-rows';
import { readPieces } from './file-pieces';

export const importTasks = { readPieces, checkRows: reading(checkRows), parseRows: reading(parseRows) };
export type ImportTasks = typeof importTasks;

/** Closes the database afterwards, so that an idle reader keeps none of its files open. */
function reading<Input, Piece>(work: (input: Input) => Iterable<Piece>) {
  return async function* (input: Input): AsyncGenerator<Piece> {
    try {
      yield* work(input);
    } finally {
      closeDb();
    }
  };
}

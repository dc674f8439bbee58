import { closeDb } from '../database/connection';
import { checkRows } from './check-rows';
import { readPieces } from './file-pieces';
import { judgeRows } from './judge-rows';

/** What is done with a file outside the server: whatever reads or judges a stranger's text. */
export const importTasks = {
  readPieces,
  checkRows: reading(checkRows),
  judgeRows: reading(judgeRows),
};
export type ImportTasks = typeof importTasks;

/** Closes the database afterwards: an idle reader keeps none of its files. */
function reading<Input, Piece>(work: (input: Input) => Iterable<Piece>) {
  return async function* (input: Input): AsyncGenerator<Piece> {
    try {
      yield* work(input);
    } finally {
      closeDb();
    }
  };
}

import { setTimeout as rest } from 'node:timers/promises';

/** Settles when it is the next one's turn. */
let turn: Promise<unknown> = Promise.resolve();

/**
 * Does one slice of long reading, some 5 ms at most. Of all that is read so only one slice is done at a time, and each is
 * followed by an equally long pause, in which requests are answered: ten exports at once delay nobody more than one.
 */
export async function inTurn<Result>(work: () => Result): Promise<Result> {
  const before = turn;
  let pass = () => {};
  turn = new Promise<void>((resolve) => {
    pass = resolve;
  });
  await before;
  const startedAt = performance.now();
  try {
    return work();
  } finally {
    void rest(performance.now() - startedAt).then(pass);
  }
}

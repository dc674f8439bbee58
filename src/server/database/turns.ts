import { setTimeout as rest } from 'node:timers/promises';

/** Settles when the next caller may run. */
let turn: Promise<unknown> = Promise.resolve();

/**
 * Runs one slice of long reading, about 5 ms at most. Slices run one at a time, each followed by an equally long pause
 * in which requests are answered: ten exports at once delay nobody more than one.
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

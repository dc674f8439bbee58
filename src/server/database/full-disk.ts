import { inTransaction } from './connection';

/** Whether a write failed because the disk is full. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'SQLITE_FULL';
}

/** What `write` resolves to or, where the disk is too full for it, what `instead` does. Other errors pass. */
export async function unlessFull<Result>(
  write: () => Promise<Result>,
  instead: () => Result | Promise<Result>,
): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (!isDiskFull(error)) throw error;
    return instead();
  }
}

const UNDO = Symbol('undo');

/** What `work` returns, with all that it wrote undone: it needs no room. Not within a transaction. */
export function tryOut<Result>(work: () => Result): Result {
  let result: { value: Result } | undefined;
  try {
    inTransaction(() => {
      result = { value: work() };
      throw UNDO;
    });
  } catch (thrown) {
    if (thrown !== UNDO || !result) throw thrown;
  }
  return (result as { value: Result }).value;
}

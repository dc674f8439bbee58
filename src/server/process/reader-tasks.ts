import type { ErrorCode, FieldErrors } from '~/shared/errors';
import type { Sentence } from '~/shared/zod';
import { AppError } from '../app-error';

/** A reader's task: answers piece by piece. Input and pieces go through `structuredClone`. */
export type Task<Input, Piece> = (input: Input) => AsyncIterable<Piece>;

/** A task's error in cloneable form: an AppError, or any other; `code` identifies SQLite's. */
export type Failure =
  | { fault: { code: ErrorCode; message: string | Sentence; fields: FieldErrors | undefined } }
  | { error: { message: string; stack: string | undefined; code: string | undefined } };

export type Order = { task: string; input: unknown } | { more: true } | { end: true };
export type Answer = { piece: unknown } | { over: true } | Failure;

/** Serves these tasks to the parent process (reader.ts): one answer per order. */
export function serveTasks(tasks: Record<string, Task<never, unknown>>): void {
  let at: AsyncIterator<unknown> | undefined;
  const carryOut = async (order: Order): Promise<Answer> => {
    if ('end' in order) await at?.return?.();
    else {
      if ('task' in order) at = tasks[order.task]?.(order.input as never)[Symbol.asyncIterator]();
      if (!at) throw new Error('there is no such task');
      const next = await at.next();
      if (!next.done) return { piece: next.value };
    }
    return { over: true };
  };
  process.on('message', async (order: Order) => {
    process.send?.(await carryOut(order).catch(describeFailure));
  });
  process.on('disconnect', () => process.exit());
  // Signals reach every process of a service or terminal at once; here the server decides when to end.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});
}

export function describeFailure(thrown: unknown): Failure {
  if (thrown instanceof AppError) {
    const { code, message: es, english: en, fields } = thrown;
    return { fault: { code, message: en === undefined ? es : { es, en }, fields } };
  }
  const { message, stack, code } = thrown as NodeJS.ErrnoException;
  return { error: { message, stack, code } };
}

/** The inverse of `describeFailure`. */
export function rebuildFailure(failure: Failure): Error {
  if ('error' in failure) return Object.assign(new Error(failure.error.message), failure.error);
  const { code, message, fields } = failure.fault;
  return new AppError(code, { message, ...(fields && { fields }) });
}

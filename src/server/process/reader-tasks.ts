import type { ErrorCode, FieldErrors } from '~/shared/errors';
import { AppError } from '../app-error';

/** What a reader can be asked for by name: it answers piece by piece. Both go through `structuredClone`. */
export type Task<Input, Piece> = (input: Input) => AsyncIterable<Piece>;

export type Order = { task: string; input: unknown } | { more: true } | { end: true };
/** What an AppError says. */
export type Fault = { code: ErrorCode; message: string; fields: FieldErrors | undefined };
/** `error` is any other one than a fault; `code` tells those of SQLite. */
export type Answer =
  | { piece: unknown }
  | { over: true }
  | { fault: Fault }
  | { error: { message: string; stack: string | undefined; code: string | undefined } };

/** Serves these tasks to the process that started this one (reader.ts): each order gets one answer. */
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
    process.send?.(await carryOut(order).catch(describe));
  });
  process.on('disconnect', () => process.exit());
  // They come to all processes of a service or a terminal at once; the server says when this one ends.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});
}

function describe(thrown: unknown): Answer {
  if (thrown instanceof AppError) {
    const { code, message, fields } = thrown;
    return { fault: { code, message, fields } };
  }
  const { message, stack, code } = thrown as NodeJS.ErrnoException;
  return { error: { message, stack, code } };
}

import { resolve } from 'node:path';
import { type ParseArgsConfig, parseArgs } from 'node:util';

/** An operator's command. `run` throws CommandError for what the operator can fix. */
export type Command = {
  summary: string;
  usage: string;
  /** Shown by --help below the usage: each option, and what the command guarantees. */
  details?: string;
  /** Without a database: 'needed' (default) refuses to run, 'optional' leaves it to the command, 'none' uses none. */
  database?: 'needed' | 'optional' | 'none';
  /** Standard output is data for another program; messages for people go to standard error. */
  printsData?: true;
  run: (args: string[]) => void | Promise<void>;
};

/** A failure, as a sentence for the operator; exit code 1. */
export class CommandError extends Error {
  override name = 'CommandError';
}

/** A wrong command line; exit code 2. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** Parses options and operands. Throws UsageError for an unknown option, a missing value, or too many operands. */
export function parseCommandLine<const Options extends NonNullable<ParseArgsConfig['options']>>(
  args: string[],
  options: Options,
  operands = 0,
) {
  try {
    const parsed = parseArgs({ args, options, allowPositionals: operands > 0 });
    if (parsed.positionals.length <= operands) return parsed;
  } catch (error) {
    throw new UsageError(explain(error as NodeJS.ErrnoException, args));
  }
  throw new UsageError('Sobran datos en la orden.');
}

function explain(error: NodeJS.ErrnoException, args: string[]): string {
  const option = /'(-[^' =<]+)/.exec(error.message)?.[1];
  if (error.code === 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE') return `El valor de ${option} no se entiende.`;
  if (error.code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return `No existe la opción ${option}.`;
  return `No se entiende '${args.join(' ')}'.`;
}

/** Parses an option as a whole number, at least `min`. Throws UsageError if it is not one. */
export function wholeNumber(name: string, text: string, min: number): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < min)
    throw new UsageError(`${name}: tiene que ser un número entero, ${min} o más.`);
  return value;
}

/** Resolves a path against the operator's folder, not the program's. */
export function pathFromOperator(path: string): string {
  return resolve(process.env.INIT_CWD ?? '.', path);
}

const WIDTH = 30;

/** Draws a progress bar on a terminal's standard error. The returned function takes the share done; 1 ends the line. */
export function showProgress(label: string): (share: number) => void {
  const { stderr } = process;
  if (!stderr.isTTY) return () => {};
  let shown = -1;
  return (share) => {
    const percent = Math.floor(Math.min(Math.max(share, 0), 1) * 100);
    if (percent === shown) return;
    shown = percent;
    const full = Math.round((percent / 100) * WIDTH);
    stderr.write(`\r${label} [${'#'.repeat(full)}${'.'.repeat(WIDTH - full)}] ${percent} %`);
    if (percent === 100) stderr.write('\n');
  };
}

import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

/** Options as the usage writes them, '[--keep N]' or '[--lead N]…', each with what the help says of it. */
type Options = Record<string, string>;
type NameOf<Written> = Written extends `[${infer Inner}]${string}`
  ? NameOf<Inner>
  : Written extends `--${infer Name} ${string}` | `--${infer Name}`
    ? Name
    : never;
type ValueOf<Written> = Written extends `${string}…`
  ? string[]
  : Written extends `${string} ${string}`
    ? string
    : boolean;
type Values<Known extends Options> = { [Written in keyof Known as NameOf<Written>]?: ValueOf<Written> };

/** An operator's command. `run` throws CommandError for what the operator can fix. */
export type Command<Known extends Options = Options> = {
  summary: string;
  /** What stands beside the options, if anything may. */
  operand?: string;
  options?: Known;
  /** What the command guarantees. */
  details?: string;
  /** Without a database: 'needed' (default) refuses to run, 'optional' leaves it to the command, 'none' uses none. */
  database?: 'needed' | 'optional' | 'none';
  /** Standard output is data for another program; messages for people go to standard error. */
  printsData?: true;
  run: (values: Values<Known>, operand: string | undefined) => void | Promise<void>;
};

/** Lets the types of a command's values follow from its options. */
export const command = <const Known extends Options = Record<never, never>>(one: Command<Known>) => one as Command;

/** This program's name in its own help; the installed `crm` command sets another. */
export const calledAs = process.env.CRM_CALLED_AS ?? 'npm run crm --';

/** A failure, as a sentence for the operator; exit code 1. */
export class CommandError extends Error {
  override name = 'CommandError';
}

/** A wrong command line; exit code 2. */
export class UsageError extends Error {
  override name = 'UsageError';
}

const NAME_AND_VALUE = /--([\w-]+)( [^\s\]]+)?/;

/** Parses a command line. Throws UsageError for an unknown option, a missing value, or too many operands. */
export function parseCommandLine({ options = {}, operand }: Command, args: string[]) {
  const known = Object.keys(options).map((written) => {
    const [, name = '', value] = NAME_AND_VALUE.exec(written) ?? [];
    return [name, { type: value ? ('string' as const) : ('boolean' as const), multiple: written.endsWith('…') }];
  });
  try {
    const parsed = parseArgs({ args, options: Object.fromEntries(known), allowPositionals: operand !== undefined });
    if (parsed.positionals.length <= 1) return parsed;
  } catch (error) {
    throw new UsageError(explain(error as NodeJS.ErrnoException, args));
  }
  throw new UsageError('Sobran datos en la orden.');
}

/** Each option that needs words, on lines of its own. */
export function describeOptions(options: Options = {}): string {
  const told = Object.entries(options)
    .filter(([, help]) => help !== '')
    .map(([written, help]) => [NAME_AND_VALUE.exec(written)?.[0] ?? '', help] as const);
  const width = Math.max(0, ...told.map(([name]) => name.length)) + 3;
  const indent = `\n  ${' '.repeat(width)}`;
  return told.map(([name, help]) => `  ${name.padEnd(width)}${help.replaceAll('\n', indent)}`).join('\n');
}

function explain(error: NodeJS.ErrnoException, args: string[]): string {
  const option = /'(-[^' =<]+)/.exec(error.message)?.[1];
  if (error.code === 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE') return `El valor de ${option} no se entiende.`;
  if (error.code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return `No existe la opción ${option}.`;
  return `No se entiende '${args.join(' ')}'.`;
}

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

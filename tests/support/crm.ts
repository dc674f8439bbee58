import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { within } from './within.ts';

export type CrmResult = { code: number | null; out: string; err: string };

/** Runs a built operator command with only these settings as environment. */
export async function runCrm(
  args: string[],
  env: Record<string, string>,
  { input = '', program = join(process.cwd(), 'dist', 'server', 'crm.mjs') } = {},
): Promise<CrmResult> {
  const child = spawn(process.execPath, [program, ...args], {
    env: { PATH: process.env.PATH, ...env },
  });
  let out = '';
  let err = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  child.stdin.end(input);
  const closing = within(once(child, 'close'), () => `the end of crm ${args.join(' ')}, which printed ${out}${err}`);
  const [code] = (await closing) as [number | null];
  return { code, out, err };
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SOURCES = [
  'src',
  'db',
  'public',
  'astro.config.mjs',
  'package.json',
  'tailwind.config.cjs',
  'tsconfig.json',
];

/** A copy of the sources with the same packages, to be changed and built without touching the project's own build. */
export function copyProject(): string {
  const folder = mkdtempSync(join(tmpdir(), 'project-'));
  for (const source of SOURCES) {
    cpSync(source, join(folder, source), { recursive: true, filter: (path) => !path.startsWith('db/data') });
  }
  mkdirSync(join(folder, 'node_modules'));
  // One by one: the folder itself would bring along the caches of other builds.
  for (const name of readdirSync('node_modules').filter((entry) => !entry.startsWith('.'))) {
    symlinkSync(join(process.cwd(), 'node_modules', name), join(folder, 'node_modules', name));
  }
  return folder;
}

export async function buildProject(
  folder: string,
  env: Record<string, string> = {},
): Promise<{ status: number | null; output: string }> {
  const astro = join('node_modules', 'astro', 'bin', 'astro.mjs');
  const child = spawn(process.execPath, [astro, 'build'], {
    cwd: folder,
    env: { PATH: process.env.PATH, ASTRO_TELEMETRY_DISABLED: '1', NO_COLOR: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
  }
  const [status] = (await once(child, 'close')) as [number | null];
  return { status, output };
}

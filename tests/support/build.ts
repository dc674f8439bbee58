import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SOURCES = [
  'src',
  'db',
  'public',
  'astro.config.mjs',
  'package.json',
  'package-lock.json',
  'tailwind.config.cjs',
  'tsconfig.json',
];

/**
 * A copy of the sources that shares the packages; tests may change and build it without touching the project's build.
 */
export function copyProject(): string {
  const folder = mkdtempSync(join(tmpdir(), 'project-'));
  for (const source of SOURCES) {
    cpSync(source, join(folder, source), { recursive: true, filter: (path) => !path.startsWith('db/data') });
  }
  mkdirSync(join(folder, 'node_modules'));
  // One by one, because the folder also contains other builds' caches.
  for (const name of readdirSync('node_modules').filter((entry) => /^[^.]|^\.package-lock\.json$/.test(entry))) {
    symlinkSync(join(process.cwd(), 'node_modules', name), join(folder, 'node_modules', name));
  }
  return folder;
}

/** Copies the project's build, as if it had been built there. */
export function copyBuild(folder: string): void {
  const build = join('builds', '2000-01-01T00-00-00-000Z-1');
  cpSync(realpathSync('dist'), join(folder, build), { recursive: true });
  symlinkSync(build, join(folder, 'dist'));
}

/** Builds the copy with `npm run build`. */
export async function buildProject(
  folder: string,
  env: Record<string, string> = {},
): Promise<{ status: number | null; output: string }> {
  return launchProject(folder, ['build'], env);
}

/** Runs one of the copy's npm scripts until it ends. */
export async function launchProject(
  folder: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<{ status: number | null; output: string }> {
  const child = spawn(process.execPath, [join(folder, 'src', 'server', 'process', 'launch.mjs'), ...args], {
    env: { PATH: process.env.PATH, NO_COLOR: '1', ...env },
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

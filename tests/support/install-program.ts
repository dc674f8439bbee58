import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

type Extras = {
  /** Version overrides for some of its dependencies. */
  overrides?: Record<string, string>;
  /** Packages that must be compiled; no other install script runs. */
  compiled?: string[];
};

/**
 * The folder of an npm package in exactly this version, outside the project. The first download may take minutes; it is
 * kept in CRM_TEST_PROGRAMS or the system's temporary folder.
 */
export function installProgram(name: string, version: string, { overrides, compiled = [] }: Extras = {}): string {
  const cache = process.env.CRM_TEST_PROGRAMS ?? join(tmpdir(), 'crm-integrations');
  const folder = join(cache, `${name.replaceAll('/', '-')}-${version}`);
  const installed = join(folder, 'node_modules', name);
  if (existsSync(join(folder, 'complete'))) return installed;
  const unfinished = `${folder}.${process.pid}`;
  mkdirSync(unfinished, { recursive: true });
  writeFileSync(join(unfinished, 'package.json'), JSON.stringify({ private: true, overrides }));
  const npm = (...args: string[]) =>
    execFileSync('npm', [...args, '--loglevel=error'], { cwd: unfinished, stdio: ['ignore', 2, 2] });
  npm('install', `${name}@${version}`, '--save-exact', '--no-audit', '--no-fund', '--ignore-scripts');
  // The project's own .npmrc, which npm hands down, has no script run.
  if (compiled.length > 0) npm('rebuild', '--ignore-scripts=false', ...compiled);
  writeFileSync(join(unfinished, 'complete'), '');
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    // Another worker has installed it meanwhile.
    if (!existsSync(join(folder, 'complete'))) throw error;
    rmSync(unfinished, { recursive: true, force: true });
  }
  return installed;
}

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright';

const SYSTEM_NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/** The path of a Chromium that starts: CHROMIUM_PATH, Playwright's own, or the system's; undefined if there is none. */
export function findBrowser(): string | undefined {
  const candidates = [
    process.env.CHROMIUM_PATH ?? '',
    chromium.executablePath(),
    ...(process.env.PATH ?? '')
      .split(delimiter)
      .flatMap((folder) => SYSTEM_NAMES.map((name) => join(folder, name))),
  ];
  return candidates.find((path) => path !== '' && existsSync(path));
}

/**
 * Makes sure that there is a Chromium: downloads Playwright's own, or, if that is not possible and the process is root
 * on Debian or Ubuntu, installs the system's package. Throws if both fail.
 */
export function ensureBrowser(): string {
  const found = findBrowser();
  if (found) return found;
  const attempts: [string, string[]][] = [
    [process.execPath, [join('node_modules', 'playwright', 'cli.js'), 'install', 'chromium']],
    ['apt-get', ['update']],
    ['apt-get', ['install', '-y', '--no-install-recommends', 'chromium', 'fonts-liberation']],
  ];
  for (const [command, args] of attempts) {
    console.log(`No hay Chromium: ${command} ${args.join(' ')}`);
    spawnSync(command, args, {
      stdio: 'inherit',
      timeout: 300_000,
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
    const installed = findBrowser();
    if (installed) return installed;
  }
  throw new Error('No hay Chromium ni se pudo instalar. Instalalo, o indicá dónde está con CHROMIUM_PATH.');
}

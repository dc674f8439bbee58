import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright';

/**
 * Headless Chromium. A browser with a window draws its frame for each profile, at five times the CPU time of the tested
 * page.
 */
const SHELL = 'chromium-headless-shell';
const WHOLE = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/**
 * The path of a Chromium that starts: CHROMIUM_PATH, Playwright's own, or the system's; undefined if there is none.
 * `whole` asks for one with a window, as only that has a back-forward cache and notifications.
 */
export function findBrowser({ whole = false } = {}): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const candidates = [
    process.env.CHROMIUM_PATH ?? '',
    chromium.executablePath(),
    ...[SHELL, ...WHOLE].flatMap((name) => folders.map((folder) => join(folder, name))),
  ];
  return candidates.find((path) => path !== '' && existsSync(path) && !(whole && path.endsWith(SHELL)));
}

/**
 * Ensures that there is a Chromium: downloads Playwright's own or, failing that, as root on Debian or Ubuntu, installs
 * the system's package.
 * @throws if both fail.
 */
export function ensureBrowser(): string {
  const install = ['install', '-y', '--no-install-recommends'];
  const attempts: [string, string[]][] = [
    [process.execPath, [join('node_modules', 'playwright', 'cli.js'), 'install', 'chromium']],
    ['apt-get', ['update']],
    ['apt-get', [...install, 'chromium', 'fonts-liberation']],
    // Debian has this package, Ubuntu does not.
    ['apt-get', [...install, SHELL]],
  ];
  const hasShell = () => findBrowser()?.endsWith(SHELL) || existsSync(chromium.executablePath());
  if (!findBrowser({ whole: true }) || (!hasShell() && process.getuid?.() === 0)) {
    for (const [command, args] of attempts) {
      if (existsSync(chromium.executablePath())) break;
      console.log(`No hay Chromium: ${command} ${args.join(' ')}`);
      spawnSync(command, args, {
        stdio: 'inherit',
        timeout: 300_000,
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      });
    }
  }
  const found = findBrowser();
  if (found) return found;
  throw new Error('No hay Chromium ni se pudo instalar. Instalalo, o indicá dónde está con CHROMIUM_PATH.');
}

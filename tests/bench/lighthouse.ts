import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { launchBrowser } from '../support/browser.ts';
import { findFreePort } from '../support/server.ts';

/** Lighthouse has its own manifest and is installed by whoever measures. In here no tool of the project looks. */
const FOLDER = join('node_modules', '.lighthouse');
const MANIFEST = join(import.meta.dirname, 'lighthouse');
const CORE = join(FOLDER, 'node_modules', 'lighthouse', 'core', 'index.js');
const INSTALL_TIMEOUT_MS = 600_000;

/** Milliseconds of the simulated phone, except where it says otherwise. */
export type Report = {
  fcp: number;
  lcp: number;
  speedIndex: number;
  cls: number;
  /** Requests that Lighthouse takes for blocking the first paint. */
  blocking: string[];
};

type Audit = { numericValue?: number; details?: { items?: { url?: string }[] } };
type Lighthouse = (
  url: string,
  flags: {
    port: number;
    onlyCategories: string[];
    logLevel: string;
    throttling: typeof PHONE;
    precomputedLanternData?: Record<string, Record<string, number>>;
  },
) => Promise<{ lhr: { audits: Record<string, Audit>; runtimeError?: { message: string } } }>;

/** Whether npm finished, and what the manifest asks for is there. */
function isInstalled(): boolean {
  const readLock = (folder: string) => readFileSync(join(folder, 'package-lock.json'), 'utf8');
  return existsSync(join(FOLDER, 'node_modules', '.package-lock.json')) && readLock(FOLDER) === readLock(MANIFEST);
}

/** @throws if it is not there and cannot be installed, as without a network. */
async function loadLighthouse(): Promise<Lighthouse> {
  if (!isInstalled()) {
    mkdirSync(FOLDER, { recursive: true });
    for (const file of ['package.json', 'package-lock.json']) copyFileSync(join(MANIFEST, file), join(FOLDER, file));
    const { status, stderr } = spawnSync(
      'npm',
      ['ci', '--prefix', FOLDER, '--ignore-scripts', '--no-audit', '--no-fund'],
      { encoding: 'utf8', timeout: INSTALL_TIMEOUT_MS },
    );
    if (status !== 0) throw new Error(`No se pudo instalar Lighthouse para medir la landing (¿hay red?):\n${stderr}`);
  }
  const { default: lighthouse } = await import(pathToFileURL(CORE).href);
  return lighthouse;
}

/** Lighthouse's own phone: a slow mobile network, and a processor four times slower than this one, whatever this one does. */
const PHONE = { rttMs: 150, throughputKbps: 1638.4, cpuSlowdownMultiplier: 4 };

/** The same network, with a processor and a server that take no time: only round trips and bytes are left. */
const networkAlone = (origin: string) => ({
  throttling: { ...PHONE, cpuSlowdownMultiplier: 0 },
  precomputedLanternData: { additionalRttByOrigin: { [origin]: 0 }, serverResponseTimeByOrigin: { [origin]: 0 } },
});

/** Until `isEnough`, at most `most` times; `isNetworkAlone` gives the same figures on any machine. */
type Turns = { isEnough: (best: Report[]) => boolean; most: number; isNetworkAlone?: boolean };

/**
 * Measures the pages in turns, with Lighthouse's simulated phone. Reads the best of each figure: the simulation
 * multiplies the CPU time of each task, which another program can only make longer.
 */
export async function measureInLighthouse(urls: string[], turns: Turns): Promise<Report[]> {
  const { isEnough, most, isNetworkAlone = false } = turns;
  const lighthouse = await loadLighthouse();
  const port = await findFreePort();
  const browser = await launchBrowser([`--remote-debugging-port=${port}`]);
  const best: Report[] = [];
  try {
    for (let turn = 1; turn <= most; turn += 1) {
      for (const [index, url] of urls.entries()) {
        const { lhr } = await lighthouse(url, {
          ...{ port, onlyCategories: ['performance'], logLevel: 'error' },
          ...(isNetworkAlone ? networkAlone(new URL(url).origin) : { throttling: PHONE }),
        });
        if (lhr.runtimeError) throw new Error(`Lighthouse: ${lhr.runtimeError.message}`);
        const report = read(lhr.audits);
        const earlier = best[index];
        best[index] = earlier ? takeBest(earlier, report) : report;
      }
      if (isEnough(best)) break;
    }
  } finally {
    await browser.close();
  }
  return best;
}

function read(audits: Record<string, Audit>): Report {
  const value = (name: string) => audits[name]?.numericValue ?? Number.NaN;
  return {
    fcp: value('first-contentful-paint'),
    lcp: value('largest-contentful-paint'),
    speedIndex: value('speed-index'),
    cls: value('cumulative-layout-shift'),
    blocking: (audits['render-blocking-insight']?.details?.items ?? []).map(({ url }) => url ?? ''),
  };
}

/** Shifts and blocking requests have no better days: the worst counts. */
function takeBest(one: Report, other: Report): Report {
  return {
    fcp: Math.min(one.fcp, other.fcp),
    lcp: Math.min(one.lcp, other.lcp),
    speedIndex: Math.min(one.speedIndex, other.speedIndex),
    cls: Math.max(one.cls, other.cls),
    blocking: [...new Set([...one.blocking, ...other.blocking])],
  };
}

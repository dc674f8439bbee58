// Starts the product for all npm scripts. Written in the oldest JavaScript that Node still reads, so that a Node that
// is too old gets a clear message instead of a syntax error.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');
/** Each build has its own folder here; `dist` is a link to the current one. */
const BUILDS = 'builds';
const FINGERPRINT = '.fingerprint';
/** A running server still reads the build that it started from, so the last ones are kept: some 15 MB each. */
const BUILDS_KEPT = 5;
/** Settings that are part of the built pages. */
const BUILD_SETTINGS = ['SITE_URL', 'PUBLIC_CONTACT_WEBHOOK_URL', 'PUBLIC_CRM_URL', 'LOST_LEADS_MONTHS'];

/** The demonstration's database, mails, backups and key, and nothing else. */
const DEMO = join('db', 'data', 'demo');

const [command, ...rest] = process.argv.slice(2);
/** The link to the build that is made and started. */
let dist = 'dist';
process.chdir(root);
const [oldestNode = ''] = JSON.parse(readFileSync('package.json', 'utf8')).engines.node.match(/\d+/);
requireRecentNode();
if (command !== 'demo' && existsSync('.env')) process.loadEnvFile('.env');

if (command === 'build') {
  if (rest.includes('--if-stale')) buildIfStale();
  else {
    build();
    console.log('Construido. Se ve al reiniciar: cortalo y «npm run serve».');
  }
} else if (command === 'start') {
  buildIfStale();
  await import(built('main.mjs'));
} else if (command === 'serve') {
  await import(built('main.mjs'));
} else if (command === 'demo') {
  prepareDemo();
  buildIfStale();
  process.argv = [process.argv[0], 'crm', 'demo'];
  const { finished } = await import(built('crm.mjs'));
  await finished;
  await import(built('main.mjs'));
} else if (command === 'crm') {
  process.argv = [process.argv[0], 'crm', ...rest];
  await import(built('crm.mjs'));
} else {
  fail(`No existe '${command ?? ''}'. Probá start, serve, demo, build o crm.`);
}

function requireRecentNode() {
  if (Number.parseInt(process.versions.node, 10) >= Number(oldestNode)) return;
  fail(`Hace falta Node ${oldestNode} o más nuevo; este es ${process.versions.node}. Instalalo de nodejs.org.`);
}

/** On a full disk or with an old Node, npm may leave out part of what the build needs and still report success. */
function requireWholeInstall() {
  const folder = join('node_modules', '@rolldown');
  if (isInstallFinished() && existsSync(folder) && readdirSync(folder).some((name) => name.startsWith('binding-')))
    return;
  fail(
    'A lo instalado le falta una parte: «npm ci» se cortó, no tuvo lugar en el disco («df -h .») o se hizo con un Node anterior al 20.19. Repetilo.',
  );
}

/** npm writes this file last. */
function isInstallFinished() {
  try {
    JSON.parse(readFileSync(join('node_modules', '.package-lock.json'), 'utf8'));
    return true;
  } catch {
    return false;
  }
}

/** What was made in the demonstration stays. None of a production's settings counts in it (server/env.ts). */
function prepareDemo() {
  const unknown = rest.find((word) => word !== '--fresh');
  if (unknown) fail(`No existe '${unknown}'. Para empezar de nuevo: npm run demo -- --fresh`);
  if (rest.includes('--fresh')) rmSync(DEMO, { recursive: true, force: true });
  process.env.DATABASE_PATH = join(DEMO, 'crm.sqlite');
  process.env.CRM_DEMO = 'true';
  // Its form sends to itself.
  for (const name of BUILD_SETTINGS) if (name !== 'SITE_URL') delete process.env[name];
  // What serves a site is not replaced by pages for another.
  if (existsSync('dist') && isStale()) dist = 'dist-demo';
}

/**
 * The path of a built program in its build's own folder, so that it never reads another build's files.
 * @param {string} name
 */
function built(name) {
  if (!existsSync(join(dist, 'server', name))) fail("Falta construir: ejecutá 'npm run build'.");
  return pathToFileURL(realpathSync(join(dist, 'server', name))).href;
}

function buildIfStale() {
  if (isStale()) build();
}

function isStale() {
  const file = join(dist, FINGERPRINT);
  return !existsSync(file) || readFileSync(file, 'utf8') !== fingerprint();
}

/** Builds into a new folder, and links to it only when it is complete. */
function build() {
  requireWholeInstall();
  // Its pages would say that they live at localhost.
  if (process.env.PUBLIC_CRM_URL && !process.env.SITE_URL)
    fail(
      'Con PUBLIC_CRM_URL la landing vive en otro lado: falta SITE_URL, su dirección, por ejemplo https://www.ejemplo.com.',
    );
  const id = `${new Date().toISOString().replace(/[:.]/g, '-')}-${process.pid}`;
  const folder = join(BUILDS, id);
  const sources = fingerprint();
  const astro = join('node_modules', 'astro', 'bin', 'astro.mjs');
  const result = spawnSync(process.execPath, [astro, 'build', '--outDir', folder], {
    stdio: ['ignore', process.env.CRM_QUIET_BUILD ? 'ignore' : 'inherit', 'inherit'],
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' },
  });
  if (result.status !== 0) {
    rmSync(folder, { recursive: true, force: true });
    fail('La construcción falló; arriba dice por qué. Lo construido antes quedó como estaba.');
  }
  writeFileSync(join(folder, FINGERPRINT), sources);
  putInPlace(id);
}

/** @param {string} id */
function putInPlace(id) {
  const link = `${id}.link`;
  symlinkSync(join(BUILDS, id), link);
  renameSync(link, dist);
  const builds = readdirSync(BUILDS).sort();
  const kept = new Set([
    ...builds.slice(-BUILDS_KEPT),
    ...['dist', 'dist-demo'].filter((name) => existsSync(name)).map((name) => basename(realpathSync(name))),
  ]);
  for (const old of builds) if (old < id && !kept.has(old)) rmSync(join(BUILDS, old), { recursive: true, force: true });
}

/** A hash of all source files and of the settings that are part of the pages. */
function fingerprint() {
  const hash = createHash('sha256');
  for (const name of BUILD_SETTINGS) hash.update(`${name}=${process.env[name] ?? ''}\n`);
  for (const entry of ['src', 'db', 'public'].filter((folder) => existsSync(folder))) {
    for (const file of readdirSync(entry, { recursive: true, withFileTypes: true })) {
      const path = join(file.parentPath ?? file.path, file.name);
      if (!file.isFile() || path.startsWith(join('db', 'data'))) continue;
      hash.update(path).update(readFileSync(path));
    }
  }
  for (const file of ['astro.config.mjs', 'tailwind.config.cjs', 'package-lock.json']) hash.update(readFileSync(file));
  return hash.digest('hex');
}

/** @param {string} sentence @returns {never} */
function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}

// The door of every npm script that runs the product. Plain JavaScript in the oldest dialect that Node still
// reads, so that a Node that is too old gets a sentence and no syntax error.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const OLDEST_NODE = [22, 12];
const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const fingerprintFile = join(root, 'dist', '.fingerprint');
/** Settings that astro.config.mjs bakes into the pages. */
const BUILD_SETTINGS = ['SITE_URL', 'PUBLIC_CONTACT_WEBHOOK_URL', 'PUBLIC_CRM_URL'];

const [command, ...rest] = process.argv.slice(2);
process.chdir(root);
requireRecentNode();
if (existsSync('.env')) process.loadEnvFile('.env');

if (command === 'build') {
  build();
} else if (command === 'start') {
  buildIfStale();
  await import(built('main.mjs'));
} else if (command === 'serve') {
  if (!existsSync(join(root, 'dist', 'server', 'main.mjs')))
    fail("Falta construir: ejecutá 'npm run build'.");
  await import(built('main.mjs'));
} else if (command === 'demo') {
  buildIfStale();
  process.env.DATABASE_PATH = join('db', 'data', 'demo.sqlite');
  for (const suffix of ['', '-wal', '-shm']) rmSync(process.env.DATABASE_PATH + suffix, { force: true });
  process.argv = [process.argv[0], 'crm', 'demo'];
  const { finished } = await import(built('crm.mjs'));
  await finished;
  await import(built('main.mjs'));
} else if (command === 'crm') {
  buildIfStale();
  process.argv = [process.argv[0], 'crm', ...rest];
  await import(built('crm.mjs'));
} else {
  fail(`No existe '${command ?? ''}'. Probá start, serve, demo, build o crm.`);
}

function requireRecentNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = OLDEST_NODE;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return;
  fail(
    `Hace falta Node ${OLDEST_NODE.join('.')} o más nuevo; este es ${process.versions.node}. Instalalo de nodejs.org.`,
  );
}

/** @param {string} name */
function built(name) {
  return new URL(`../../dist/server/${name}`, import.meta.url).href;
}

function buildIfStale() {
  const upToDate = existsSync(fingerprintFile) && readFileSync(fingerprintFile, 'utf8') === fingerprint();
  if (!upToDate) build();
}

function build() {
  const astro = join('node_modules', 'astro', 'bin', 'astro.mjs');
  const result = spawnSync(process.execPath, [astro, 'build'], {
    stdio: ['ignore', process.env.CRM_QUIET_BUILD ? 'ignore' : 'inherit', 'inherit'],
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' },
  });
  if (result.status !== 0) fail('La construcción falló; arriba dice por qué.');
  writeFileSync(fingerprintFile, fingerprint());
}

/** Changes with any source file and with any setting that the build bakes in. */
function fingerprint() {
  const hash = createHash('sha256');
  for (const name of BUILD_SETTINGS) hash.update(`${name}=${process.env[name] ?? ''}\n`);
  for (const entry of ['src', 'db', 'public'].filter((folder) => existsSync(folder))) {
    for (const file of readdirSync(entry, { recursive: true, withFileTypes: true })) {
      const path = join(file.parentPath ?? file.path, file.name);
      if (file.isFile() && !path.startsWith(join('db', 'data'))) hash.update(path).update(readFileSync(path));
    }
  }
  for (const file of ['astro.config.mjs', 'tailwind.config.cjs', 'package-lock.json'])
    hash.update(readFileSync(file));
  return hash.digest('hex');
}

/** @param {string} sentence @returns {never} */
function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requireProgram } from '../require-program';

/** The guide's /opt/crm/source: the code, without installed packages or a build. */
const CODE = [
  'src',
  'db',
  'docs',
  'public',
  'astro.config.mjs',
  'package.json',
  'package-lock.json',
  '.npmrc',
  'tailwind.config.cjs',
  'tsconfig.json',
];
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** An overlay on this machine's file system; closing it discards all writes. */
export type ScratchRoot = {
  /** Runs a block with sh as root; stops at the first failing command. */
  run: (text: string) => Promise<{ code: number | null; output: string }>;
  close: () => Promise<void>;
};

type Options = {
  /** True: the real npm installs and builds, which takes minutes. False: a stub. */
  realNpm?: boolean;
  /** For the settings file that the guide installs. */
  siteUrl: string;
  /** An extra line for it. */
  setting: string;
};

/**
 * Opens the overlay.
 * @throws naming what is missing for it.
 */
export async function openScratchRoot({ realNpm = false, siteUrl, setting }: Options): Promise<ScratchRoot> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    throw new Error('La guía se sigue en Linux y como root.');
  for (const name of ['unshare', 'nsenter', 'setpriv']) requireProgram(name, 'util-linux');
  const home = mkdtempSync(join(tmpdir(), 'crm-root-'));
  const root = join(home, 'root');
  // A mount namespace: only this process and its children see these mounts.
  const holder = spawn('unshare', ['--mount', 'sh', '-eu', '-c', MOUNTS], {
    env: {
      PATH: `${process.env.PATH}:${PATH}`,
      HOME_OF_ROOT: home,
      PROJECT: process.cwd(),
      BUILD: realpathSync('dist'),
      STAND_INS: realNpm ? '' : 'yes',
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const complaint = await isReady(holder);
  if (complaint !== null) {
    rmSync(home, { recursive: true, force: true });
    throw new Error(`No se pudo montar otra raíz: ${complaint}`);
  }
  const inside = join('/proc', String(holder.pid), 'root', root);
  for (const name of CODE) {
    const to = join(inside, 'opt', 'crm', 'source', name);
    cpSync(name, to, { recursive: true, filter: (path) => !path.startsWith('db/data') });
  }
  const standIns = ['systemctl', 'journalctl', 'sudo', ...(realNpm ? [] : ['npm'])];
  for (const name of standIns)
    cpSync(join('tests', 'support', 'guide', name), join(inside, 'usr', 'local', 'sbin', name));
  const made: ScratchRoot = {
    async run(text) {
      const enter = ['-t', String(holder.pid), '-m', '--', 'chroot', root, 'env', '-i'];
      const env = [`PATH=${PATH}`, 'HOME=/root', 'ASTRO_TELEMETRY_DISABLED=1'];
      const child = spawn('nsenter', [...enter, ...env, 'sh', '-eu', '-c', text], {
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let output = '';
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (chunk: string) => {
          output += chunk;
        });
      const [code] = (await once(child, 'close')) as [number | null];
      return { code, output };
    },
    async close() {
      await made.run('cd /run; for unit in crm*.supervisor; do systemctl stop "$(basename "$unit" .supervisor)"; done');
      holder.kill('SIGKILL');
      rmSync(home, { recursive: true, force: true });
    },
  };
  const file = '/opt/crm/source/docs/despliegue/crm.env';
  await made.run(`sed -i 's|^SITE_URL=.*|SITE_URL=${siteUrl}|' ${file} && echo '${setting}' >> ${file}`);
  return made;
}

/** Null once everything is mounted, otherwise mount's error. */
async function isReady(holder: ChildProcess): Promise<string | null> {
  let complaint = '';
  holder.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaint += text;
  });
  const [text] = await Promise.race([
    once(holder.stdout as NodeJS.ReadableStream, 'data'),
    once(holder, 'close').then(() => ['']),
    once(holder, 'error').then(([error]) => {
      complaint += (error as Error).message;
      return [''];
    }),
  ]);
  return String(text).startsWith('ready') ? null : complaint.trim();
}

const MOUNTS = `
mount -t tmpfs tmpfs "$HOME_OF_ROOT"
cd "$HOME_OF_ROOT"
mkdir upper work root
mount -t overlay overlay -o "lowerdir=/,upperdir=$HOME_OF_ROOT/upper,workdir=$HOME_OF_ROOT/work" root
cd root
mount --rbind /proc proc
mount --rbind /dev dev
mount -t tmpfs tmpfs tmp
chmod 1777 tmp
rm -rf opt/crm etc/crm var/lib/crm var/backups/crm usr/local/bin/crm usr/local/bin/crm-release etc/systemd/system/crm.service
mkdir -p opt/crm/source build etc/systemd/system usr/local/sbin run var/log
if [ -n "$STAND_INS" ]; then
  mkdir opt/crm/source/node_modules
  mount --bind "$PROJECT/node_modules" opt/crm/source/node_modules
  mount --bind "$BUILD" build
elif [ -f /etc/resolv.conf ]; then
  cat /etc/resolv.conf > ../resolv.conf
  rm -f etc/resolv.conf
  cp ../resolv.conf etc/resolv.conf
fi
echo ready
exec sleep 3600
`;

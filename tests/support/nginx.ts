import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import { requireProgram } from './require-program';
import { findFreePort } from './server';
import { within } from './within.ts';

/** The name in the shipped configuration. */
export const PUBLIC_NAME = 'crm.ejemplo.com';
export const PUBLIC_URL = `https://${PUBLIC_NAME}`;

export type Nginx = {
  /** Its HTTPS port on 127.0.0.1. */
  port: number;
  /** Where it keeps what it writes. */
  folder: string;
  /** Its access and error logs so far. */
  log: () => string;
  stop: () => Promise<void>;
};

/**
 * The real nginx with the shipped configuration, except for ports, certificate and web root. `change` can apply the
 * alternatives in the configuration's comments.
 */
export async function startNginx(
  [first, second]: readonly [number, number],
  change = (conf: string) => conf,
): Promise<Nginx> {
  const folder = mkdtempSync(join(tmpdir(), 'crm-nginx-'));
  const [port, plainPort] = [await findFreePort(), await findFreePort()];
  const inFolder = (name: string) => join(folder, name);
  execFileSync(
    requireProgram('openssl'),
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', `/CN=${PUBLIC_NAME}`].concat(
      ['-keyout', inFolder('key.pem')],
      ['-out', inFolder('cert.pem')],
    ),
    { stdio: 'ignore' },
  );
  const substitutions: [RegExp, string][] = [
    [/server 127\.0\.0\.1:4321/, `server 127.0.0.1:${first}`],
    [/server 127\.0\.0\.1:4322/, `server 127.0.0.1:${second}`],
    [/^ *listen \[::\].*\n/gm, ''],
    [/listen 80;/, `listen 127.0.0.1:${plainPort};`],
    [/listen 443 ssl/, `listen 127.0.0.1:${port} ssl`],
    [/\S+\/fullchain\.pem/, inFolder('cert.pem')],
    [/\S+\/privkey\.pem/, inFolder('key.pem')],
    [/\/var\/log\/nginx\//g, `${folder}/`],
    [/\/var\/www\/crm\//, `${resolve('docs/despliegue/vuelve')}/`],
  ];
  let site = change(readFileSync('docs/despliegue/nginx.conf', 'utf8'));
  for (const [shipped, here] of substitutions) {
    if (site.search(shipped) < 0) throw new Error(`docs/despliegue/nginx.conf has no ${shipped}`);
    site = site.replace(shipped, here);
  }
  writeFileSync(inFolder('site.conf'), site);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  for (const name of temporary) mkdirSync(inFolder(name));
  const { username, uid } = userInfo();
  writeFileSync(
    inFolder('nginx.conf'),
    `${uid === 0 ? `user ${username};` : ''}
daemon off;
worker_processes 2;
pid ${inFolder('nginx.pid')};
events { worker_connections 768; } # as Debian ships it
http {
  include /etc/nginx/mime.types;
  access_log off;
  ${temporary.map((name) => `${name}_temp_path ${inFolder(name)};`).join('\n  ')}
  include ${inFolder('site.conf')};
}
`,
  );
  const log = inFolder('error.log');
  const child = spawn(requireProgram('nginx'), ['-e', log, '-p', folder, '-c', inFolder('nginx.conf')], {
    stdio: 'ignore',
  });
  const readLog = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : '');
  const exited = once(child, 'exit');
  const start = async () => {
    while (!(await takesConnections(port)))
      if (child.exitCode !== null || child.signalCode !== null)
        throw new Error(`nginx did not start:\n${readLog(log)}`);
  };
  await within(start(), () => `nginx to listen; it told:\n${readLog(log)}`);
  return {
    port,
    folder,
    log: () => [log, inFolder('crm.log'), inFolder('crm-error.log')].map(readLog).join(''),
    async stop() {
      child.kill('SIGTERM');
      await within(exited, () => `nginx to end; it told:\n${readLog(log)}`);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Whether anything listens on this port. */
export async function takesConnections(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    await new Promise((resolve) => setTimeout(resolve, 20));
    return false;
  } finally {
    socket.destroy();
  }
}

import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { connect as connectHttp2 } from 'node:http2';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { connect, type TLSSocket } from 'node:tls';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { CSV_TYPE } from '~/shared/imports/file-types';
import { IMPORT_LIMITS } from '~/shared/imports/import';
import { confirmNow, makePerson } from '../support/accounts';
import { type Nginx, PUBLIC_NAME, PUBLIC_URL, startNginx } from '../support/nginx';
import { provideServer } from '../support/provide';
import { makeClient } from '../support/through-nginx';

let nginx: Nginx;
let sockets: TLSSocket[] = [];
const server = provideServer({ env: { SITE_URL: PUBLIC_URL, TRUSTED_PROXY_HOPS: '1' } });
beforeAll(async () => {
  // So many connections are not opened in half a minute on every machine.
  const patient = (conf: string) => conf.replace('client_body_timeout 30s', 'client_body_timeout 300s');
  nginx = await startNginx([server.port, server.port], patient);
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
  // An address has a limit of them.
  await expect.poll(countHeld).toBe(0);
});
afterAll(async () => {
  await nginx.stop();
});

/** Opens this many connections that send `text` and no more; resolves once each has sent it, or was refused. */
async function holdConnections(count: number, text: string): Promise<void> {
  const opened = [];
  for (let n = 0; n < count; n++) {
    const socket = connect({
      ...{ host: '127.0.0.1', port: nginx.port, servername: PUBLIC_NAME, rejectUnauthorized: false },
    });
    sockets.push(socket);
    opened.push(
      new Promise<void>((resolve) => {
        socket.on('error', () => {}).once('close', () => resolve());
        socket.once('secureConnect', () => socket.resume().write(text, () => resolve()));
      }),
    );
    // Not faster than connections are accepted.
    if (n % 50 === 0) await wait(20);
  }
  await Promise.all(opened);
}

const [ESTABLISHED, CLOSE_WAIT] = ['01', '08'];

/** The connections that nginx has not let go of yet. */
function countHeld(): number {
  const own = `:${nginx.port.toString(16).toUpperCase().padStart(4, '0')}`;
  const rows = readFileSync('/proc/net/tcp', 'utf8').trim().split('\n').slice(1);
  return rows.filter((row) => {
    const [, local = '', , state = ''] = row.trim().split(/\s+/);
    return local.endsWith(own) && [ESTABLISHED, CLOSE_WAIT].includes(state);
  }).length;
}

const head = (path: string, type: string, bytes: number) =>
  `POST ${path} HTTP/1.1\r\nHost: ${PUBLIC_NAME}\r\nOrigin: ${PUBLIC_URL}\r\nContent-Type: ${type}\r\nContent-Length: ${bytes}\r\n\r\n`;

/** Request bodies that nginx has put on its disk. The files have no name any more. */
function countSpooled(): number {
  const master = readFileSync(join(nginx.folder, 'nginx.pid'), 'utf8').trim();
  const workers = readFileSync(`/proc/${master}/task/${master}/children`, 'utf8').trim().split(' ');
  const files = workers.flatMap((pid) => readdirSync(`/proc/${pid}/fd`).map((file) => `/proc/${pid}/fd/${file}`));
  return files.filter((file) => {
    try {
      return readlinkSync(file).includes('client_body');
    } catch {
      return false;
    }
  }).length;
}

test('half-sent forms of one address, more than nginx takes connections, keep no other address out', async () => {
  await holdConnections(1600, `${head('/webhook/contacto', 'application/x-www-form-urlencoded', 1000)}nombre=`);
  const visitor = makeClient(nginx, { localAddress: '127.0.0.2' });
  for (let n = 0; n < 30; n++) expect((await visitor.ask({ path: '/login' })).status).toBe(200);
  visitor.close();
  const flooding = makeClient(nginx);
  const told = await flooding.ask({ path: '/api/leads' });
  expect([told.status, told.headers['retry-after'], JSON.parse(told.text).error.code]).toEqual([503, '2', 'busy']);
  flooding.close();
});

test('an office of fifty with four panels each, opening pages, is no flood', async () => {
  const [streams, pages] = [200, 150];
  const cookie = `__Host-${makePerson(server).cookie}`;
  const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: ${PUBLIC_NAME}\r\nCookie: ${cookie}\r\n\r\n`;
  await holdConnections(streams, get('/api/leads/stream?after=0'));
  const answered = Array.from({ length: pages }, async () => {
    const person = makeClient(nginx);
    const { status } = await person.ask({ path: '/panel', headers: { cookie } });
    person.close();
    return status;
  });
  expect(new Set(await Promise.all(answered))).toEqual(new Set([200]));
});

test('a stranger’s files and webhooks leave nothing on the proxy’s disk', async () => {
  const some = 'a'.repeat(400_000);
  await holdConnections(100, head('/api/imports?name=a.csv', CSV_TYPE, IMPORT_LIMITS.bytes) + some);
  await holdConnections(100, head('/api/whatsapp/webhook', 'application/json', 4_000_000) + some);
  expect(countSpooled()).toBe(0);
});

test('a file of 20 MB passes, and whoever has to confirm first is told so whatever was sent by then', async () => {
  const admin = makePerson(server, { roles: ['admin'] });
  const file = Buffer.alloc(IMPORT_LIMITS.bytes, 'Nombre,Email\nAna,\n');
  const headers = { origin: PUBLIC_URL, cookie: `__Host-${admin.cookie}`, 'content-type': CSV_TYPE };
  const path = '/api/imports?name=a.csv';
  // What nginx answers by itself is shown whole.
  const codeIn = (text: string) => (text.startsWith('{') ? JSON.parse(text).error.code : text);
  const byHttp1 = async () => {
    const client = makeClient(nginx);
    const { status, text } = await client.ask({ method: 'POST', path, headers, body: file.toString() });
    client.close();
    return [status, codeIn(text)];
  };
  const byHttp2 = async () => {
    const session = connectHttp2(`https://127.0.0.1:${nginx.port}`, {
      servername: PUBLIC_NAME,
      rejectUnauthorized: false,
      // In MB. Otherwise Node itself gives up on an answer that comes while so much is to be sent.
      maxSessionMemory: 100,
    });
    const stream = session.request({ ...headers, ':method': 'POST', ':path': path, ':authority': PUBLIC_NAME });
    let [status, text] = [0, ''];
    stream.on('response', (answer) => {
      status = Number(answer[':status']);
    });
    stream.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
    });
    stream.on('error', () => {});
    stream.end(file);
    await new Promise((resolve) => stream.once('close', resolve));
    session.destroy();
    return [status, codeIn(text)];
  };
  // Read as a whole: it has too many rows.
  for (const send of [byHttp1, byHttp2]) expect(await send()).toEqual([422, 'invalid']);
  confirmNow(server, admin, new Date(Date.now() - 3_600_000));
  for (const send of [byHttp1, byHttp2]) expect(await send()).toEqual([403, 'step_up']);
});

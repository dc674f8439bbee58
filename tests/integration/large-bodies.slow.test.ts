import { readFileSync } from 'node:fs';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { WEBHOOK_LIMITS } from '~/server/whatsapp/webhook-intake';
import { CSV_TYPE } from '~/shared/imports/file-types';
import { IMPORT_LIMITS } from '~/shared/imports/import';
import { makePerson, openSession } from '../support/accounts';
import { beginPost, type HalfSent } from '../support/half-sent';
import { call } from '../support/http';
import { upload } from '../support/imports';
import { connectWhatsapp } from '../support/meta';
import { signWebhook, textOf, webhookOf } from '../support/meta-webhooks';
import { provideMeta, provideServer } from '../support/provide';

const MIB = 2 ** 20;

let posts: HalfSent[] = [];
const meta = provideMeta();
const server = provideServer(() => ({
  env: { WHATSAPP_API_URL: meta.url, RATE_LIMIT_SCALE: '1', TRUSTED_PROXY_HOPS: '1' },
}));
beforeAll(async () => {
  await connectWhatsapp(server, meta, makePerson(server, { roles: ['admin'] }));
});
afterEach(() => {
  for (const { socket } of posts) socket.destroy();
  posts = [];
});

/** The most memory the server's process has held so far, in bytes. */
const peakMemory = () =>
  1024 * Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${server.process.pid}/status`, 'utf8'))?.[1]);

const path = '/api/whatsapp/webhook';
const webhook = Buffer.alloc(WEBHOOK_LIMITS.bytes, '{');
const forged = signWebhook('otra', webhook);
const beginWebhook = (address: string, beginning: Buffer) =>
  beginPost(
    server,
    {
      path,
      headers: { 'content-type': 'application/json', 'x-hub-signature-256': forged, 'x-forwarded-for': address },
      bytes: webhook.byteLength,
    },
    beginning,
  );

/** A message as Meta sends it, from an address of its own. */
async function metaWrites(): Promise<number> {
  const body = JSON.stringify(webhookOf(meta, { messages: [textOf({ number: '5491155554444' }, 'Hola')] }));
  const headers = { 'x-hub-signature-256': signWebhook(meta.appSecret, body), 'x-forwarded-for': '198.51.100.7' };
  return (await call(server, path, { body, headers })).status;
}

const count = async (all: PromiseLike<number>[]) => {
  const counted: Record<number, number> = {};
  for (const status of await Promise.all(all)) counted[status] = (counted[status] ?? 0) + 1;
  return counted;
};

test.each([
  ['whole', 0],
  ['all but their last byte', 1],
])(
  '300 webhooks of 4 MiB that nobody signed, sent %s, hold no memory and keep Meta from nothing',
  async (_how, missing) => {
    const before = peakMemory();
    posts = await Promise.all(
      Array.from({ length: 300 }, (_, n) => beginWebhook(`203.0.113.${n % 200}`, webhook.subarray(missing))),
    );
    expect(await metaWrites()).toBe(200);
    const { cookie } = makePerson(server);
    expect((await call(server, '/api/leads', { cookie })).status).toBe(200);
    const counted = await count(posts.map(({ status }) => status));
    process.stdout.write(`${JSON.stringify(counted)}, ${Math.round((peakMemory() - before) / MIB)} MiB more\n`);
    expect(Object.keys(counted).filter((status) => !['401', '408', '503'].includes(status))).toEqual([]);
    expect(peakMemory() - before).toBeLessThan(200 * MIB);
    expect(await metaWrites()).toBe(200);
  },
);

test('a body that does not come within ten seconds gives its place back', async () => {
  posts = [await beginWebhook('192.0.2.1', webhook.subarray(1)), await beginWebhook('192.0.2.1', webhook.subarray(1))];
  const third = await beginWebhook('192.0.2.1', webhook.subarray(1));
  expect(await third.status).toBe(503);
  expect(await count(posts.map(({ status }) => status))).toEqual({ 408: 2 });
  posts = [third, await beginWebhook('192.0.2.1', webhook)];
  expect(await posts[1]?.status).toBe(401);
});

test('an address has its refused posts counted before they are read', async () => {
  const small = (n: number) =>
    beginPost(
      server,
      {
        path,
        headers: { 'content-type': 'application/json', 'x-hub-signature-256': forged, 'x-forwarded-for': '192.0.2.2' },
        bytes: 1000 + n,
      },
      '{',
    );
  posts = await Promise.all(Array.from({ length: 60 }, (_, n) => small(n)));
  const next = await small(60);
  posts.push(next);
  expect(await next.status).toBe(429);
});

test('forty files of 20 MB by one administrator hold no more memory than one', async () => {
  const admin = makePerson(server, { roles: ['admin'] });
  const file = Buffer.alloc(IMPORT_LIMITS.bytes, 'Nombre,Email,Notas\n');
  const cookies = [admin.cookie, openSession(server, admin.id)];
  const before = peakMemory();
  const { pid } = server.process;
  posts = await Promise.all(
    Array.from({ length: 40 }, (_, n) =>
      beginPost(
        server,
        {
          path: '/api/imports?name=a.csv',
          headers: { cookie: cookies[n % 2] ?? '', 'content-type': CSV_TYPE },
          bytes: file.byteLength,
        },
        file,
      ),
    ),
  );
  expect((await call(server, '/api/leads', { cookie: admin.cookie })).status).toBe(200);
  const counted = await count(posts.map(({ status }) => status));
  process.stdout.write(`${JSON.stringify(counted)}, ${Math.round((peakMemory() - before) / MIB)} MiB more\n`);
  expect(peakMemory() - before).toBeLessThan(150 * MIB);
  expect(counted[503]).toBeGreaterThan(30);
  expect((await upload(server, admin, 'Nombre,Email\nAna,ana@x.example.com')).status).toBe(201);
  expect(server.process.pid).toBe(pid);
});

import { randomBytes } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { makePerson } from '../../support/accounts';
import { leadOf, messagesOf, someone } from '../../support/lead-messages';
import { connectWhatsapp } from '../../support/meta';
import { deliverWebhook, messageOf, messagesChange, waitForInbox } from '../../support/meta-webhooks';
import { provideMeta, providePerson, provideServer } from '../../support/provide';

const meta = provideMeta();
const server = provideServer(() => ({ env: { WHATSAPP_API_URL: meta.url } }));
const ana = providePerson(server);
beforeAll(async () => {
  await connectWhatsapp(server, meta, makePerson(server, { roles: ['admin'] }));
});

/** Somebody sends a file; returns its address here. */
async function send(type: string, content: object): Promise<string> {
  const person = someone();
  const message = messageOf(person, type, content);
  await deliverWebhook(server, meta, messagesChange(meta, { contacts: [person], messages: [message] }));
  await waitForInbox(server);
  const lead = leadOf(server, person);
  const [kept] = await messagesOf(server, ana, lead);
  return `/api/leads/${lead}/messages/${kept?.id}`;
}

const fetchAs = (path: string, { cookie } = ana, signal?: AbortSignal) =>
  fetch(server.url + path, { headers: { cookie }, ...(signal && { signal }) });

const sentence = async (response: Response) => [response.status, (await response.json()).error.message];

test('a picture is passed on as it is, to be shown, and kept nowhere', async () => {
  const bytes = randomBytes(300_000);
  const id = meta.storeFile(bytes, 'image/jpeg');
  const path = await send('image', { id, mime_type: 'image/jpeg', caption: 'El frente' });
  for (let n = 0; n < 2; n++) {
    const response = await fetchAs(path);
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'content-length': '300000',
      'content-disposition': 'inline',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'content-security-policy': expect.stringContaining('sandbox'),
    });
  }
  expect(meta.asked.filter((asked) => asked.startsWith(`GET /${id}`))).toHaveLength(2);
});

test('a page is only downloaded, under its own name', async () => {
  const id = meta.storeFile(Buffer.from('<script>alert(1)</script>'), 'text/html');
  const path = await send('document', { id, mime_type: 'text/html', filename: 'Año "1".html' });
  const { headers } = await fetchAs(path);
  expect(headers.get('content-type')).toBe('application/octet-stream');
  expect(headers.get('content-disposition')).toBe(
    `attachment; filename="A_o _1_.html"; filename*=UTF-8''A%C3%B1o%20%221%22.html`,
  );
});

test('what Meta has no more is said so', async () => {
  const id = meta.storeFile(Buffer.from('x'), 'image/png');
  const path = await send('image', { id, mime_type: 'image/png' });
  meta.forgetFile(id);
  expect(await sentence(await fetchAs(path))).toEqual([404, 'Ya no está disponible.']);
});

test('more than 16 MB is refused in words, and 16 MB pass', async () => {
  const most = meta.storeFile(Buffer.alloc(16 * 2 ** 20), 'video/mp4');
  const whole = await fetchAs(await send('video', { id: most, mime_type: 'video/mp4' }));
  expect((await whole.arrayBuffer()).byteLength).toBe(16 * 2 ** 20);
  const more = meta.storeFile(Buffer.alloc(16 * 2 ** 20 + 1), 'video/mp4');
  const path = await send('video', { id: more, mime_type: 'video/mp4' });
  expect(await sentence(await fetchAs(path))).toEqual([413, expect.stringContaining('16 MB')]);
});

test('an expired token is a failure that may pass, and no file is called gone', async () => {
  const path = await send('image', { id: meta.storeFile(Buffer.from('x'), 'image/png') });
  const { token } = meta;
  meta.token = 'another';
  const response = await fetchAs(path);
  meta.token = token;
  expect(await sentence(response)).toEqual([503, expect.stringContaining('no dio el archivo')]);
});

test('eight pass at once; a client that goes makes room', async () => {
  const path = await send('video', { id: meta.storeFile(Buffer.alloc(2), 'video/mp4') });
  const leave = new AbortController();
  meta.withholdsFiles = true;
  const passing = await Promise.all(Array.from({ length: 8 }, () => fetchAs(path, ana, leave.signal)));
  expect(passing.map(({ status }) => status)).toEqual(Array(8).fill(200));
  // `fetch` leaves once nothing refers to its answer.
  const bodies = passing.map((response) => response.arrayBuffer());
  const ninth = await fetchAs(path);
  expect([ninth.status, ninth.headers.get('retry-after')]).toEqual([503, '5']);
  meta.withholdsFiles = false;
  leave.abort();
  expect((await Promise.allSettled(bodies)).map(({ status }) => status)).toEqual(Array(8).fill('rejected'));
  await expect
    .poll(async () => {
      const response = await fetchAs(path);
      await response.body?.cancel();
      return response.status;
    })
    .toBe(200);
});

test('nobody but the team gets it, and a message of another lead or without a file is none', async () => {
  const path = await send('image', { id: meta.storeFile(Buffer.from('x'), 'image/png') });
  const other = await send('text', { body: 'Hola' });
  expect((await fetchAs(path, makePerson(server, { roles: ['coordinator'] }))).status).toBe(403);
  expect((await fetchAs(path, { ...ana, cookie: '' })).status).toBe(401);
  expect((await fetchAs(other)).status).toBe(404);
  const [, , , lead] = other.split('/');
  expect((await fetchAs(path.replace(/leads\/\d+/, `leads/${lead}`))).status).toBe(404);
});

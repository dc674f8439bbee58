import { expect, test } from 'vitest';
import { CSV_TYPE } from '~/shared/imports/file-types';
import { IMPORT_LIMITS } from '~/shared/imports/import';
import { importErrors } from '~/shared/strings/imports';
import { confirmNow, makePerson, type Person } from '../support/accounts';
import { beginPost } from '../support/half-sent';
import { upload } from '../support/imports';
import { provideSharedServer } from '../support/provide';
import { closed } from '../support/raw-requests';

const server = provideSharedServer();

/** Larger than a form. */
const large = `Nombre,Email,Notas\nAna,ana@x.example.com,${'a '.repeat(2000)}\n${'Eva,eva@x.example.com,\n'.repeat(4000)}`;
const makeAdmin = () => makePerson(server, { roles: ['admin'] });
const begin = ({ cookie }: Person, beginning = '', bytes: number = IMPORT_LIMITS.bytes) =>
  beginPost(
    server,
    { path: '/api/imports?name=a.csv', headers: { cookie, 'content-type': CSV_TYPE }, bytes },
    beginning,
  );

test('large files are read two at a time, one of a person; the next is told to come back, and a small one is read', async () => {
  const [ana, beto, carla] = [makeAdmin(), makeAdmin(), makeAdmin()];
  const [beginning, rest] = [large.slice(0, 1000), large.slice(1000)];
  const first = await begin(ana, beginning, large.length);
  const refused = await begin(ana);
  expect(await refused.status).toBe(503);
  expect(refused.answer()).toContain(importErrors.oneAtATime);
  expect(Number(/^retry-after: (\d+)/im.exec(refused.answer())?.[1])).toBeGreaterThan(0);
  expect((await upload(server, ana, 'Nombre,Email\nAna,ana@x.example.com')).status).toBe(201);
  const second = await begin(beto, beginning, large.length);
  const third = await begin(carla);
  expect(await third.status).toBe(503);
  for (const { socket } of [first, second]) socket.write(rest);
  expect([await first.status, await second.status]).toEqual([201, 201]);
  expect((await upload(server, carla, large)).status).toBe(201);
  for (const { socket } of [first, second, refused, third]) socket.destroy();
});

test('whoever signed in long ago is asked who is there before the file is read', async () => {
  const admin = makeAdmin();
  confirmNow(server, admin, new Date(Date.now() - 3_600_000));
  const { status, socket, answer } = await begin(admin);
  expect([await status, answer()]).toEqual([403, expect.stringContaining('"step_up"')]);
  socket.destroy();
});

test('an upload broken off anywhere gives its place back', async () => {
  const admin = makeAdmin();
  const endings = ['destroy', 'resetAndDestroy', 'end'] as const;
  for (let n = 0; n < 40; n++) {
    const begun = await begin(admin, n % 2 ? 'Nombre,Email\n'.repeat(50_000) : '');
    // Answered after the one begun before it was seen.
    expect([201, 503]).toContain((await upload(server, admin, large)).status);
    begun.socket[endings[n % endings.length] ?? 'destroy']();
    await closed(begun.socket);
  }
  await expect.poll(async () => (await upload(server, admin, large)).status).toBe(201);
});

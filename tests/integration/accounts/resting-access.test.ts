import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Webhook } from '~/shared/webhooks/webhook';
import { confirmNow, makePerson, PASSWORD, type Person } from '../../support/accounts';
import { withDatabase } from '../../support/database';
import { call } from '../../support/http';
import { waitForToken } from '../../support/mail';
import { mailsTo } from '../../support/notices';
import { provideProvenPerson, provideSharedServer } from '../../support/provide';
import { codeOf, cookieIn, setUpTotp, takeFirstStep, takeSecondStep } from '../../support/second-factor';
import { callAs } from '../../support/tokens';
import { createWebhook, readWebhook } from '../../support/webhooks';

const DAY_MS = 24 * 3_600_000;

const server = provideSharedServer();
const admin = provideProvenPerson(server, { roles: ['admin'] });

const asAdmin = async (path: string, body?: unknown, method = 'POST') => {
  confirmNow(server, admin);
  const answer = await call(server, path, { method, body, cookie: admin.cookie });
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.json;
};
const newUrl = () => `http://127.0.0.9:9/${randomUUID()}`;

async function makeToken({ cookie }: Pick<Person, 'cookie'>, scopes = ['read', 'webhooks']) {
  const { json } = await call(server, '/api/tokens', { body: { name: `T ${randomUUID()}`, scopes }, cookie });
  return { id: json.token.id as string, name: json.token.name as string, secret: json.secret as string };
}

/** What somebody in an administrator's account leaves behind. */
async function leaveBehind(maker: Person) {
  const token = await makeToken(maker);
  const ofToken = await callAs(server, token, '/api/webhooks', { body: { url: newUrl(), events: ['lead.created'] } });
  const made = await createWebhook(server, maker, { url: newUrl() });
  const changed = await createWebhook(server, admin, { url: newUrl() });
  const moved = await call(server, `/api/webhooks/${changed.webhook.id}`, {
    method: 'PATCH',
    body: { url: newUrl() },
    cookie: maker.cookie,
  });
  expect([ofToken.status, moved.status]).toEqual([201, 200]);
  const email = `cómplice-${randomUUID()}@x.example.com`.replace('ó', 'o');
  await call(server, '/api/team/invitations', { body: { email, role: 'admin' }, cookie: maker.cookie });
  const invitation = await waitForToken(server, email);
  const own = [made.webhook.id, changed.webhook.id];
  return { token, own, ofToken: ofToken.json.webhook.id as number, email, invitation };
}
type Left = Awaited<ReturnType<typeof leaveBehind>>;

async function resetByMail({ email }: Person) {
  await call(server, '/api/auth/recover', { body: { email } });
  const token = await waitForToken(server, email);
  const { status } = await call(server, '/api/auth/reset', { body: { token, password: 'siete barcos rojos' } });
  expect(status).toBe(204);
}

const tokenWorks = async ({ token }: Pick<Left, 'token'>) =>
  (await callAs(server, token, '/api/leads?limit=1')).status === 200;
const accept = async ({ invitation }: Left) =>
  (await call(server, '/api/auth/invitation', { body: { token: invitation, name: 'Nadie', password: PASSWORD } })).json
    .error?.code;

/** How often each destination was tried with a lead that is made now. */
async function triesOfNewLead(ids: number[]): Promise<() => number[]> {
  const { lead } = await asAdmin('/api/leads', { nombre: 'Posterior', email: `${randomUUID()}@x.example.com` });
  const select = 'SELECT attempts FROM deliveries WHERE webhook_id = ? AND lead_id = ?';
  return () => withDatabase(server, (db) => ids.map((id) => Number(db.prepare(select).pluck().get(id, lead.id))));
}

async function removeDestinations(): Promise<void> {
  const { webhooks } = await asAdmin('/api/webhooks', undefined, 'GET');
  for (const { id } of webhooks as Webhook[]) await asAdmin(`/api/webhooks/${id}`, undefined, 'DELETE');
}

const ACTS: Record<string, { act: (person: Person) => Promise<unknown>; token: 'rests' | 'ends' }> = {
  'a reset by mail': { act: resetByMail, token: 'rests' },
  'a reset by an administrator': {
    act: ({ id }) => asAdmin('/api/manage-users', { action: 'resetPassword', userId: id }),
    token: 'rests',
  },
  'a reset of the second factor': {
    act: ({ id }) => asAdmin(`/api/team/${id}/reset-second-factor`, {}),
    token: 'rests',
  },
  'the loss of the role': { act: ({ id }) => asAdmin(`/api/team/${id}`, { role: 'staff' }, 'PATCH'), token: 'ends' },
  'a suspension, also one that is taken back': {
    act: async ({ id }) => {
      for (const status of ['suspended', 'active']) await asAdmin(`/api/profiles/${id}`, { status }, 'PATCH');
    },
    token: 'ends',
  },
};

describe('what was made with an account', () => {
  for (const [what, { act, token }] of Object.entries(ACTS))
    test(`opens nothing and gets nothing after ${what}, until an administrator confirms it`, async () => {
      const maker = makePerson(server, { roles: ['admin'], name: `Ana ${randomUUID()}` });
      const left = await leaveBehind(maker);
      expect(await tokenWorks(left)).toBe(true);
      await act(maker);

      expect(await tokenWorks(left)).toBe(false);
      expect(await accept(left)).toBe('token_invalid');
      const { invitations } = await asAdmin('/api/team/invitations', undefined, 'GET');
      expect(invitations.find(({ email }: Left) => email === left.email).state).toBe('void');
      const resting = token === 'rests' ? [...left.own, left.ofToken] : left.own;
      for (const id of resting)
        expect(await readWebhook(server, admin, id)).toMatchObject({ active: false, rests_since: expect.any(String) });
      const tries = await triesOfNewLead(resting);
      for (const id of resting)
        expect((await call(server, `/api/webhooks/${id}/test`, { method: 'POST', cookie: admin.cookie })).status).toBe(
          409,
        );
      const mail = () => mailsTo(server, admin).find(({ headers }) => headers.subject?.includes(maker.name));
      await expect.poll(mail).toBeDefined();
      const told = [left.email, ...(token === 'rests' ? [left.token.name] : []), '/users/reposo'];
      for (const text of told) expect(mail()?.text).toContain(text);

      if (token === 'rests') {
        const { token: listed } = await asAdmin(`/api/tokens/${left.token.id}/confirm`);
        expect(listed).toMatchObject({ rests_since: null, made_by: admin.name });
        expect(await tokenWorks(left)).toBe(true);
      }
      expect(tries().slice(0, 2), 'those of the account itself still rest').toEqual([0, 0]);
      for (const id of left.own) {
        const { webhook } = await asAdmin(`/api/webhooks/${id}/confirm`);
        expect(webhook).toMatchObject({ active: true, rests_since: null });
      }
      await expect.poll(() => Math.min(...tries())).toBeGreaterThan(0);
      // Whoever confirmed it answers for it.
      await asAdmin('/api/manage-users', { action: 'resetPassword', userId: maker.id });
      const rest = withDatabase(server, (db) => db.prepare('SELECT id FROM resting_webhooks').pluck().all());
      for (const id of [...left.own, left.ofToken]) expect(rest).not.toContain(id);
      await removeDestinations();
    });

  test('goes on where its owner, signed in, chooses another password, and is named to them', async () => {
    const maker = makePerson(server, { roles: ['admin'] });
    const left = await leaveBehind(maker);
    const body = { current: PASSWORD, password: 'siete barcos rojos' };
    expect((await call(server, '/api/auth/password', { body, cookie: maker.cookie })).status).toBe(204);
    expect(await tokenWorks(left)).toBe(true);
    for (const id of left.own) expect(await readWebhook(server, admin, id)).toMatchObject({ active: true });
    const mail = () => mailsTo(server, maker).find(({ headers }) => headers.subject === 'Tu contraseña cambió');
    await expect.poll(mail).toBeDefined();
    for (const name of [left.token.name, '127.0.0.9:9', left.email]) expect(mail()?.text).toContain(name);
    await removeDestinations();
  });

  test('is vouched for by a later sign-in with a second factor, once no earlier session can be left', async () => {
    const maker = makePerson(server, { roles: ['admin'] });
    const { secret } = await setUpTotp(server, maker);
    const signIn = async () => {
      const answer = await takeSecondStep(server, await takeFirstStep(server, maker), { code: codeOf(secret) });
      expect(answer.status, answer.text).toBe(200);
      return { cookie: cookieIn(answer, 'sid') };
    };
    const session = await signIn();
    const [old, recent] = [await makeToken(session), await makeToken(session)];
    const shift = (id: string, days: number) =>
      withDatabase(server, (db) =>
        db
          .prepare('UPDATE api_tokens SET created_at = ? WHERE id = ?')
          .run(new Date(Date.now() - days * DAY_MS).toISOString(), id),
      );
    shift(old.id, 15);
    shift(recent.id, 1);
    await asAdmin('/api/manage-users', { action: 'resetPassword', userId: maker.id });
    expect([await tokenWorks({ token: old }), await tokenWorks({ token: recent })]).toEqual([true, false]);
  });
});

test('a resting token makes nothing, and a destination rests with it until it is confirmed', async () => {
  const maker = makePerson(server, { roles: ['admin'] });
  const left = await leaveBehind(maker);
  await resetByMail(maker);
  const repeated = await callAs(server, left.token, '/api/webhooks', {
    body: { url: newUrl(), events: ['lead.created'] },
  });
  expect([repeated.status, repeated.json.error.code]).toEqual([401, 'wrong_token']);
  confirmNow(server, admin);
  const early = await call(server, `/api/webhooks/${left.ofToken}/confirm`, { method: 'POST', cookie: admin.cookie });
  expect(early.status).toBe(409);
  await asAdmin(`/api/tokens/${left.token.id}/confirm`);
  expect(await readWebhook(server, admin, left.ofToken)).toMatchObject({ active: true, rests_since: null });
  await removeDestinations();
});

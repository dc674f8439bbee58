import { beforeEach, describe, expect, test } from 'vitest';
import { makePerson, PASSWORD, type Person, writePasskey } from '../../support/accounts';
import { makeCompany } from '../../support/companies';
import { withDatabase } from '../../support/database';
import { call } from '../../support/http';
import { readMails, waitForMail, waitForToken } from '../../support/mail';
import { provideSharedServer } from '../../support/provide';

let admin: Person;
const server = provideSharedServer();
beforeEach(() => {
  admin = makePerson(server, { roles: ['admin'], name: 'Jefa' });
});

type Answer = Awaited<ReturnType<typeof call>>;

const newEmail = () => `${crypto.randomUUID()}@mano.example.com`;
const post = (path: string, body: unknown, { cookie } = admin) => call(server, path, { body, cookie });
const copyOf = (id: string, by = admin) => post(`/api/team/${id}/link`, {}, by);
const reset = (userId: string) => post('/api/manage-users', { action: 'resetPassword', userId });
const tokenOf = ({ json }: Answer) => /#token=([\w-]{43})$/.exec(json.url)?.[1] ?? '';
const codeOf = ({ status, json }: Answer) => [status, json.error?.code];
const choose = (token: string) =>
  call(server, '/api/auth/reset', { body: { token, password: 'ocho elefantes rosas', keep_passkeys: [] } });
const takeRights = ({ id }: Person, rights: object) =>
  call(server, 'role' in rights ? `/api/team/${id}` : `/api/profiles/${id}`, {
    method: 'PATCH',
    cookie: admin.cookie,
    body: rights,
  });
const auditOf = (email: string, type: string) =>
  withDatabase(server, (db) =>
    db.prepare('SELECT actor_email FROM audit_events WHERE subject_email = ? AND type = ?').pluck().all(email, type),
  );

/** Somebody whose password an administrator has reset. */
async function makeReset(person: Parameters<typeof makePerson>[1] = {}): Promise<Person> {
  const made = makePerson(server, person);
  expect((await reset(made.id)).status).toBe(200);
  return made;
}

describe('the link of an account', () => {
  test('is handed over once its password was reset: earlier ones end, it works once, and its owner and the audit know', async () => {
    const { id, email } = await makeReset();
    const mailed = await waitForToken(server, email);
    const first = await copyOf(id);
    expect([first.status, first.json]).toEqual([
      201,
      { url: expect.stringMatching(/\/cuenta\/restablecer#token=[\w-]{43}$/), valid_minutes: 30 },
    ]);
    expect(first.headers.get('cache-control')).toBe('no-store');
    const second = await copyOf(id);
    for (const ended of [mailed, tokenOf(first)]) expect(codeOf(await choose(ended))).toEqual([422, 'token_invalid']);
    const notice = await waitForMail(server, email, 3);
    expect([notice.headers.subject, notice.text.includes('#token=')]).toEqual([
      'Un administrador tiene un enlace para tu cuenta',
      false,
    ]);
    expect(auditOf(email, 'link_copied')).toEqual([admin.email, admin.email]);
    expect((await choose(tokenOf(second))).status).toBe(204);
    expect((await choose(tokenOf(second))).status).toBe(422);
    expect(codeOf(await copyOf(id)), 'with a password of their own').toEqual([409, 'link_refused']);
  });

  test('lets a new coordinator in, who then chooses a password', async () => {
    const companyId = makeCompany(server);
    const made = await post('/api/manage-users', {
      ...{ action: 'createCoordinator', companyId, provisionInCRM: false },
      ...{ name: 'Caro Coord', email: newEmail(), password: PASSWORD },
    });
    const answer = await copyOf(made.json.user.id);
    expect(answer.json).toEqual({ url: expect.stringContaining('/cuenta/acceso#token='), valid_minutes: 72 * 60 });
    const entered = await call(server, '/api/auth/access', { body: { token: tokenOf(answer) } });
    expect([entered.status, entered.json.user.must_change_password]).toEqual([200, true]);
  });

  test('is nobody’s to copy who could do more with it than their own rights give, or unseen', async () => {
    const refused: Record<string, [() => Promise<string> | string, number, string]> = {
      'whoever has a password': [() => makePerson(server).id, 409, 'link_refused'],
      'an administrator': [async () => (await makeReset({ roles: ['admin'] })).id, 409, 'link_refused'],
      'who proves by a passkey': [
        async () => {
          const person = makePerson(server);
          writePasskey(server, person, 'Teléfono');
          await reset(person.id);
          return person.id;
        },
        409,
        'link_refused',
      ],
      'somebody suspended': [
        async () => {
          const person = await makeReset();
          await takeRights(person, { status: 'suspended' });
          return person.id;
        },
        409,
        'link_refused',
      ],
      oneself: [() => admin.id, 409, 'own_account'],
      nobody: [() => crypto.randomUUID(), 404, 'not_found'],
    };
    const answers: Record<string, unknown> = {};
    for (const [who, [find]] of Object.entries(refused)) answers[who] = codeOf(await copyOf(await find()));
    expect(answers).toEqual(
      Object.fromEntries(Object.entries(refused).map(([who, [, status, code]]) => [who, [status, code]])),
    );
  });

  test('ends with the rights of whoever copied it, and before it would open more', async () => {
    const ways: Record<string, (copier: Person, owner: Person) => Promise<Answer>> = {
      'the copier is demoted': (copier) => takeRights(copier, { role: 'staff' }),
      'the copier is suspended': (copier) => takeRights(copier, { status: 'suspended' }),
      'the copier is reset': (copier) => reset(copier.id),
      'the owner becomes an administrator': (_copier, owner) => takeRights(owner, { role: 'admin' }),
    };
    for (const [way, end] of Object.entries(ways)) {
      const copier = makePerson(server, { roles: ['admin'] });
      const owner = await makeReset();
      const token = tokenOf(await copyOf(owner.id, copier));
      expect((await call(server, '/api/auth/reset/rule', { body: { token } })).status, way).toBe(200);
      expect((await end(copier, owner)).status, way).toBe(200);
      expect(codeOf(await choose(token)), way).toEqual([422, 'token_invalid']);
    }
  });
});

describe('the link of an invitation', () => {
  const invite = async (email: string, role = 'staff') =>
    (await post('/api/team/invitations', { email, role })).json.invitation.id as string;
  const copy = (id: string, by = admin) => post(`/api/team/invitations/${id}/link`, {}, by);
  const read = (token: string) => call(server, '/api/auth/invitation/read', { body: { token } });
  const listed = async (email: string) =>
    (await call(server, '/api/team/invitations', { cookie: admin.cookie })).json.invitations.find(
      (one: { email: string }) => one.email === email,
    );

  test('is handed over instead of the mailed one, which ends, and is told apart', async () => {
    const email = newEmail();
    const id = await invite(email);
    const mailed = await waitForToken(server, email);
    await expect.poll(async () => (await listed(email)).state).toBe('file');
    const answer = await copy(id);
    expect([answer.status, answer.json]).toEqual([
      201,
      { url: expect.stringContaining('/cuenta/invitacion#token='), valid_minutes: 72 * 60 },
    ]);
    expect(codeOf(await read(mailed))).toEqual([422, 'token_invalid']);
    expect((await listed(email)).state).toBe('by_hand');
    expect(auditOf(email, 'invitation_link_copied')).toEqual([admin.email]);
    expect(readMails(server).filter(({ headers }) => headers.to?.includes(email))).toHaveLength(1);
    const accepted = await call(server, '/api/auth/invitation', {
      body: { token: tokenOf(answer), name: 'Lucía', password: PASSWORD },
    });
    expect(accepted.status).toBe(201);
    expect(codeOf(await copy(id))).toEqual([404, 'not_found']);
  });

  test('is in the name of whoever copied it, and ends with their rights', async () => {
    const email = newEmail();
    const id = await invite(email, 'admin');
    const copier = makePerson(server, { roles: ['admin'] });
    const token = tokenOf(await copy(id, copier));
    expect((await read(token)).status).toBe(200);
    await takeRights(copier, { role: 'staff' });
    expect(codeOf(await read(token))).toEqual([422, 'token_invalid']);
    expect((await listed(email)).state).toBe('void');
  });
});

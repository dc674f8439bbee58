import { scopesFor, type TokenArea, type TokenScope } from '~/shared/tokens/token';
import { makePerson, type Person } from '../../support/accounts';
import { withDatabase } from '../../support/database';
import type { TestServer } from '../../support/server';
import { makeToken } from '../../support/tokens';

/** Every kind of caller a route may meet. */
export const CALLERS = [
  'stranger',
  'forged cookie',
  'waiting for approval',
  'suspended',
  'expired',
  'of an inactive agency',
  'must change password',
  'coordinator',
  'staff',
  'admin',
  'token that reads',
  'token that writes',
  'token for agencies',
  'token for destinations',
  'token for messages',
] as const;
export type Caller = (typeof CALLERS)[number];

/** Whom a route admits, as declared by its `allow`. */
export type Allow = 'anyone' | 'newcomer' | 'unsecured' | 'session' | 'coordinator' | 'staff' | 'agency' | 'admin';

const SIGNED_IN: Partial<Record<Caller, Allow[]>> = {
  'must change password': ['newcomer'],
  coordinator: ['newcomer', 'unsecured', 'session', 'coordinator', 'agency'],
  staff: ['newcomer', 'unsecured', 'session', 'staff'],
  admin: ['newcomer', 'unsecured', 'session', 'staff', 'agency', 'admin'],
};

/** The area a token call belongs to, and whether it writes. */
export type Open = { area: TokenArea; changes: boolean };

const SCOPES: Partial<Record<Caller, TokenScope>> = {
  'token that reads': 'read',
  'token that writes': 'write',
  'token for agencies': 'companies',
  'token for destinations': 'webhooks',
  'token for messages': 'messages',
};

/** Null if the caller is admitted, else the status of the refusal. `open` is set on routes open to tokens. */
export function refusalOf(allow: Allow, caller: Caller, open?: Open): 401 | 403 | null {
  if (allow === 'anyone') return null;
  const scope = SCOPES[caller];
  if (scope) return open && scopesFor(open.area, open.changes).includes(scope) ? null : 403;
  const grants = SIGNED_IN[caller];
  if (!grants) return 401;
  return grants.includes(allow) ? null : 403;
}

/** A caller with its credential: a session cookie or a program's token. */
export type CallingPerson = Pick<Person, 'id' | 'cookie'> & { secret?: string };

/** A fresh person of this kind with a once valid cookie, or a program; null for callers without credentials. */
export function makeCaller(server: TestServer, caller: Caller): CallingPerson | null {
  switch (caller) {
    case 'stranger':
      return null;
    case 'forged cookie':
      return { ...makePerson(server), cookie: `sid=${'A'.repeat(43)}` };
    case 'waiting for approval':
      return makePerson(server, { status: 'pending' });
    case 'suspended':
      return makePerson(server, { status: 'suspended', roles: ['admin'] });
    case 'expired':
      return expire(server, makePerson(server, { roles: ['admin'] }));
    case 'of an inactive agency':
      return makePerson(server, { roles: ['coordinator'], companyId: makeCompany(server, 'inactive') });
    case 'must change password':
      return makePerson(server, { mustChangePassword: true, roles: ['admin'] });
    case 'coordinator':
      return makePerson(server, { roles: ['coordinator'], companyId: makeCompany(server) });
    case 'staff':
      return makePerson(server);
    case 'admin':
      return makePerson(server, { roles: ['admin'] });
    case 'token that reads':
    case 'token that writes':
    case 'token for agencies':
    case 'token for destinations':
    case 'token for messages':
      return makeProgram(server, SCOPES[caller]);
  }
}

function makeProgram(server: TestServer, scope: TokenScope = 'read'): CallingPerson {
  return { ...makeToken(server, { scopes: [scope] }), cookie: '' };
}

function expire(server: TestServer, person: Person): Person {
  withDatabase(server, (db) =>
    db
      .prepare('UPDATE sessions SET idle_expires_at = ? WHERE user_id = ?')
      .run(new Date(Date.now() - 1).toISOString(), person.id),
  );
  return person;
}

export function makeCompany(server: TestServer, status = 'active'): number {
  return withDatabase(server, (db) =>
    Number(
      db
        .prepare('INSERT INTO companies (name, status, created_at) VALUES (?, ?, ?)')
        .run(`Agencia ${crypto.randomUUID()}`, status, new Date().toISOString()).lastInsertRowid,
    ),
  );
}

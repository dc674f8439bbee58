import { makePerson, type Person } from '../../support/accounts';
import { withDatabase } from '../../support/database';
import type { TestServer } from '../../support/server';

/** Every kind of caller that a route may meet. */
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
] as const;
export type Caller = (typeof CALLERS)[number];

/** What a route asks of its caller, as its `allow` says. */
export type Allow = 'anyone' | 'newcomer' | 'session' | 'coordinator' | 'staff' | 'agency' | 'admin';

const SIGNED_IN: Partial<Record<Caller, Allow[]>> = {
  'must change password': ['newcomer'],
  coordinator: ['newcomer', 'session', 'coordinator', 'agency'],
  staff: ['newcomer', 'session', 'staff'],
  admin: ['newcomer', 'session', 'staff', 'agency', 'admin'],
};

/** Null where the caller may pass, else the status of the refusal. */
export function refusalOf(allow: Allow, caller: Caller): 401 | 403 | null {
  if (allow === 'anyone') return null;
  const grants = SIGNED_IN[caller];
  if (!grants) return 401;
  return grants.includes(allow) ? null : 403;
}

/** A fresh person of the given kind with a cookie that was good once; null for whoever has none. */
export function makeCaller(server: TestServer, caller: Caller): Person | null {
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
  }
}

function expire(server: TestServer, person: Person): Person {
  withDatabase(server, (db) =>
    db
      .prepare('UPDATE sessions SET idle_expires_at = ? WHERE user_id = ?')
      .run(new Date(Date.now() - 1).toISOString(), person.id),
  );
  return person;
}

let companies = 0;

/** A new agency's number. */
export function makeCompany(server: TestServer, status = 'active'): number {
  return withDatabase(server, (db) =>
    Number(
      db
        .prepare('INSERT INTO companies (name, status, created_at) VALUES (?, ?, ?)')
        .run(`Agencia ${++companies}`, status, new Date().toISOString()).lastInsertRowid,
    ),
  );
}

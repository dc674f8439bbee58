import { readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { beforeAll, expect, test } from 'vitest';
import { call } from '../../support/http';
import { inParallel } from '../../support/in-parallel';
import { provideSharedServer } from '../../support/provide';
import { type Allow, CALLERS, type Caller, makeCaller, makeCompany, refusalOf } from './callers';

/** Every server-rendered page: who may see it, and where other signed-in users are redirected. */
const PAGES: Record<string, { allow: Allow; otherwise?: string }> = {
  '/login': { allow: 'anyone' },
  '/contacto/corregir': { allow: 'anyone' },
  '/cuenta/administrador': { allow: 'anyone' },
  '/cuenta/verificar': { allow: 'anyone' },
  '/cuenta/recuperar': { allow: 'anyone' },
  '/cuenta/restablecer': { allow: 'anyone' },
  '/cuenta/acceso': { allow: 'anyone' },
  '/cuenta/invitacion': { allow: 'anyone' },
  '/cuenta/baja': { allow: 'anyone' },
  '/cuenta/cambiar-contrasena': { allow: 'newcomer' },
  '/cuenta': { allow: 'session' },
  '/cuenta/sesiones': { allow: 'anyone' },
  '/cuenta/confirmar': { allow: 'session' },
  '/cuenta/verificacion': { allow: 'unsecured' },
  '/panel': { allow: 'staff', otherwise: '/inmobiliaria?aviso=sin-permiso' },
  '/panel/apartadas': { allow: 'staff', otherwise: '/inmobiliaria?aviso=sin-permiso' },
  '/panel/importar': { allow: 'admin', otherwise: '/panel?aviso=sin-permiso' },
  '/panel/numeros': { allow: 'staff', otherwise: '/inmobiliaria?aviso=sin-permiso' },
  '/panel/whatsapp': { allow: 'staff', otherwise: '/inmobiliaria?aviso=sin-permiso' },
  '/panel/papelera': { allow: 'staff', otherwise: '/inmobiliaria?aviso=sin-permiso' },
  '/inmobiliaria': { allow: 'coordinator', otherwise: '/panel?aviso=sin-permiso' },
  '/users': { allow: 'admin', otherwise: '/panel?aviso=sin-permiso' },
  '/users/avisos': { allow: 'admin', otherwise: '/panel?aviso=sin-permiso' },
  '/users/destinos': { allow: 'admin', otherwise: '/panel?aviso=sin-permiso' },
  '/users/reposo': { allow: 'admin', otherwise: '/panel?aviso=sin-permiso' },
  '/users/tokens': { allow: 'admin', otherwise: '/panel?aviso=sin-permiso' },
  '/users/whatsapp': { allow: 'admin', otherwise: '/panel?aviso=sin-permiso' },
  '/users/mensajes': { allow: 'admin', otherwise: '/panel?aviso=sin-permiso' },
  '/users/company/[id]': { allow: 'admin', otherwise: '/users?aviso=sin-permiso' },
};

function findPages(): string[] {
  return readdirSync('src/pages', { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.astro'))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !/export const prerender = true/.test(readFileSync(file, 'utf8')))
    .map((file) => file.replace(/^src\/pages|(\/index)?\.astro$/g, ''));
}

let company: number;
const server = provideSharedServer();
beforeAll(() => {
  // The company in the paths that carry an id.
  company = makeCompany(server);
});

/** The restricted pages with their paths. */
const guarded = () =>
  Object.entries(PAGES)
    .filter(([, { allow }]) => allow !== 'anyone')
    .map(([route, page]) => ({ ...page, path: route.replace('[id]', String(company)) }));

test('every page has its rule, and every rule its page', () => {
  expect(Object.keys(PAGES).sort()).toEqual(findPages().sort());
});

test('every page is for whom it is meant, and sends everyone else to where they belong', async () => {
  const failures: string[] = [];
  await inParallel(CALLERS, async (kind) => {
    const { cookie, secret } = makeCaller(server, kind) ?? {};
    const headers = secret ? { authorization: `Bearer ${secret}` } : {};
    for (const { path, allow, otherwise } of guarded()) {
      // Pages are for people: a token makes nobody more than a stranger.
      const refusal = secret ? 401 : refusalOf(allow, kind);
      const home = kind === 'must change password' ? '/cuenta/cambiar-contrasena' : otherwise;
      const { status, text, headers: got } = await call(server, path, { cookie, headers });
      const answer =
        refusal === null ? [status, got.get('cache-control')] : [status, got.get('location'), text.includes('<main')];
      const expected =
        refusal === null
          ? [200, 'no-store']
          : [302, refusal === 401 ? `/login?next=${encodeURIComponent(path)}` : home, false];
      if (answer.join() !== expected.join())
        failures.push(`${path} for ${kind}: ${answer.join(' ')}, expected ${expected.join(' ')}`);
    }
  });
  expect(failures).toEqual([]);
});

const disguisesOf = (path: string) => [
  `${path}/`,
  `${path}//`,
  path.toUpperCase(),
  `/%${path.charCodeAt(1).toString(16)}${path.slice(2)}`,
  `/%25${path.charCodeAt(1).toString(16)}${path.slice(2)}`,
  `${path}%2f`,
  `${path}/.`,
  `/x/..${path}`,
  `/${path}`,
  `${path}%00`,
  `${path};x`,
  `\\${path.slice(1)}`,
];

test('no page is reached by a stranger in another spelling', async () => {
  const failures: string[] = [];
  await inParallel(guarded(), async ({ path }) => {
    for (const disguise of disguisesOf(path)) {
      const { status, text } = await rawGet(disguise);
      if (![301, 302, 307, 308, 400, 404].includes(status) || text.includes('Cerrar sesión'))
        failures.push(`${disguise}: ${status}`);
    }
  });
  expect(failures).toEqual([]);
});

/** Raw because fetch() normalises the path before sending it. */
async function rawGet(path: string): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port: server.port, path, headers: { host: `localhost:${server.port}` } })
      .on('response', (response) =>
        readText(response).then((text) => resolve({ status: response.statusCode ?? 0, text }), reject),
      )
      .on('error', reject)
      .end();
  });
}

test('the former address of one’s own account, which mails named, leads to it', async () => {
  const { status, headers } = await call(server, '/cuenta/sesiones');
  expect([status, headers.get('location')]).toEqual([301, '/cuenta']);
});

test('/login sends whoever is signed in to their own home', async () => {
  const homes: Partial<Record<Caller, string>> = {
    'must change password': '/cuenta/cambiar-contrasena',
    coordinator: '/inmobiliaria',
    staff: '/panel',
    admin: '/panel',
  };
  for (const [kind, home] of Object.entries(homes) as [Caller, string][]) {
    const answer = await call(server, '/login', { cookie: makeCaller(server, kind)?.cookie });
    expect([answer.status, answer.headers.get('location')], kind).toEqual([302, home]);
  }
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call } from '../../support/http';
import { startServer, type TestServer } from '../../support/server';
import { type Allow, CALLERS, type Caller, makeCaller, makeCompany, refusalOf } from './callers';

/** Every page that is made for each request: whom it is for, and where everyone else who is signed in is sent. */
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
  '/cuenta/sesiones': { allow: 'session' },
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
  '/users/tokens': { allow: 'admin', otherwise: '/panel?aviso=sin-permiso' },
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

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
  // The agency that a path with an id leads to.
  expect(makeCompany(server)).toBe(1);
});
afterAll(() => server.stop());

test('every page has its rule, and every rule its page', () => {
  expect(Object.keys(PAGES).sort()).toEqual(findPages().sort());
});

describe.each(Object.entries(PAGES).filter(([, { allow }]) => allow !== 'anyone'))(
  '%s',
  (route, { allow, otherwise }) => {
    const path = route.replace('[id]', '1');

    test.each(CALLERS)('for: %s', async (kind) => {
      const { cookie, secret } = makeCaller(server, kind) ?? {};
      const headers = secret ? { authorization: `Bearer ${secret}` } : {};
      const answer = await call(server, path, { cookie, headers });
      // Pages are for people: a program is a stranger to them.
      const refusal = secret ? 401 : refusalOf(allow, kind);
      if (refusal === null) {
        expect(answer.status).toBe(200);
        expect(answer.headers.get('cache-control')).toBe('no-store');
        return;
      }
      expect(answer.status).toBe(302);
      expect(answer.text).not.toContain('<main');
      if (refusal === 401) {
        expect(answer.headers.get('location')).toBe(`/login?next=${encodeURIComponent(path)}`);
      } else {
        expect(answer.headers.get('location')).toBe(
          kind === 'must change password' ? '/cuenta/cambiar-contrasena' : otherwise,
        );
      }
    });

    test.each([
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
    ])('is not reached by a stranger as %s', async (disguise) => {
      const answer = await rawGet(disguise);
      expect([301, 302, 307, 308, 400, 404]).toContain(answer.status);
      expect(answer.text).not.toContain('Cerrar sesión');
    });
  },
);

/** fetch() would tidy the path up before sending it. */
async function rawGet(path: string): Promise<{ status: number; text: string }> {
  const { request } = await import('node:http');
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port: server.port, path, headers: { host: `localhost:${server.port}` } })
      .on('response', async (response) => {
        let text = '';
        for await (const chunk of response.setEncoding('utf8')) text += chunk;
        resolve({ status: response.statusCode ?? 0, text });
      })
      .on('error', reject)
      .end();
  });
}

test.each<[Caller, string]>([
  ['must change password', '/cuenta/cambiar-contrasena'],
  ['coordinator', '/inmobiliaria'],
  ['staff', '/panel'],
  ['admin', '/panel'],
])('/login sends a signed-in %s to %s', async (kind, home) => {
  const answer = await call(server, '/login', { cookie: makeCaller(server, kind)?.cookie });
  expect([answer.status, answer.headers.get('location')]).toEqual([302, home]);
});

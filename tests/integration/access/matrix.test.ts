import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makePerson } from '../../support/accounts';
import { startServer, type TestServer } from '../../support/server';
import { CALLERS, type Caller, makeCaller, refusalOf } from './callers';
import { OPEN_TO_TOKENS, RULES, type Rule } from './rules';

const PARAMETER = /\[\w+\]/;
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** 'GET /api/leads/[id]' and so on, as the files below src/pages export them. */
function findRoutes(): string[] {
  return readdirSync('src/pages', { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => {
      const text = readFileSync(file, 'utf8');
      // What the build writes is a file for anybody.
      if (/^export const prerender = true/m.test(text)) return false;
      return /endpoint\(/.test(text) || file.startsWith('src/pages/api/');
    })
    .flatMap((file) => {
      const path = file.replace(/^src\/pages|(\/index)?\.ts$/g, '');
      const exported = readFileSync(file, 'utf8').matchAll(/^export const ([A-Z]+)\b/gm);
      return [...exported].map(([, method]) => `${method} ${path}`);
    });
}

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
  // So that no test case changes or suspends the last one.
  makePerson(server, { roles: ['admin'] });
});
afterAll(() => server.stop());

type Sent = { status: number; headers: Headers; text: string; code: string | undefined };

type SentBy = { cookie?: string | undefined; secret?: string | undefined };

/** Sends without waiting for the end of an event stream. */
async function send(
  method: string,
  path: string,
  { cookie, secret, body, origin = server.url }: SentBy & { body?: unknown; origin?: string },
): Promise<Sent> {
  const response = await fetch(server.url + path, {
    method,
    redirect: 'manual',
    headers: {
      origin,
      ...(secret && { authorization: `Bearer ${secret}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(cookie && { cookie }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const { status, headers } = response;
  if (headers.get('content-type')?.startsWith('text/event-stream')) {
    await response.body?.cancel();
    return { status, headers, text: '', code: undefined };
  }
  const text = await response.text();
  return { status, headers, text, code: /"code":"(\w+)"/.exec(text)?.[1] };
}

async function sendAs(route: string, rule: Rule, caller: ReturnType<typeof makeCaller>, id: string | number) {
  const [method = '', path = ''] = route.split(' ');
  return send(method, path.replace(PARAMETER, String(id)), {
    cookie: caller?.cookie,
    secret: caller?.secret,
    body: rule.body?.(server, caller),
  });
}

const refusedCallers = new Map<Caller, ReturnType<typeof makeCaller>>();

/** One of this kind for all routes that refuse it: what is refused changes nobody. */
function refused(kind: Caller): ReturnType<typeof makeCaller> {
  const known = refusedCallers.get(kind);
  if (known !== undefined) return known;
  const caller = makeCaller(server, kind);
  refusedCallers.set(kind, caller);
  return caller;
}

test('ASVS 8.2.1, 8.3.1: every route and method has its rule, and every rule its route', () => {
  expect(Object.keys(RULES).sort()).toEqual(findRoutes().sort());
  expect([...OPEN_TO_TOKENS].filter((route) => !(route in RULES))).toEqual([]);
});

describe.each(Object.entries(RULES))('%s', (route, rule) => {
  const objects = rule.objects ?? { itself: () => ({ id: '', status: rule.status ?? 200 }) };

  test.each(CALLERS)('by: %s', async (kind) => {
    const open = OPEN_TO_TOKENS.has(route) ? (route.startsWith('GET ') ? 'read' : 'write') : undefined;
    const refusal = refusalOf(rule.allow, kind, open);
    const answers: Record<string, Sent> = {};
    for (const [name, make] of Object.entries(objects)) {
      const caller = refusal === null ? makeCaller(server, kind) : refused(kind);
      const target = await make(server, caller);
      const answer = await sendAs(route, rule, caller, target.id);
      answers[name] = answer;
      expect(answer.status, name).toBe(refusal ?? target.status);
      if (route.includes(' /api/')) expect(answer.headers.get('cache-control'), name).toBe('no-store');
      if (refusal === 401) {
        expect(answer.code, name).toBe('unauthenticated');
        expect(answer.headers.get('www-authenticate'), name).toMatch(/^Bearer/);
      }
      if (refusal === 403) {
        const code = kind === 'must change password' ? 'must_change_password' : 'forbidden';
        expect(answer.code, name).toBe(code);
      }
    }
    // A refusal tells nothing of the object, and what is not one's own is not there.
    const hidden = Object.values(answers).filter(({ status }) => refusal !== null || status === 404);
    expect(new Set(hidden.map(({ text }) => text)).size).toBeLessThanOrEqual(1);
  });

  test('by other methods: 405', async () => {
    const path = route.split(' ')[1] ?? '';
    const taken = METHODS.filter((method) => `${method} ${path}` in RULES);
    for (const method of METHODS.filter((method) => !taken.includes(method))) {
      expect((await send(method, path.replace(PARAMETER, '1'), {})).status, method).toBe(405);
    }
  });
});

/** The pages of another site, in a browser that is signed in here as an administrator. */
const OTHER_ORIGINS = ['https://evil.example.com', 'null', 'self.evil.example.com'] as const;

async function sendFromElsewhere(route: string, other: (typeof OTHER_ORIGINS)[number]) {
  const [method = '', path = ''] = route.split(' ');
  const cookie = refused('admin')?.cookie;
  const origin = other.replace('self', server.url);
  const sent = { cookie, origin, ...(method !== 'GET' && { body: {} }) };
  return send(method, path.replace(PARAMETER, '1'), sent);
}

describe.each(OTHER_ORIGINS)('from the site %s', (other) => {
  const isReading = (route: string) => route.startsWith('GET ');
  const routes = Object.keys(RULES);

  test.each(routes.filter((route) => !isReading(route)))('%s is refused', async (route) => {
    const answer = await sendFromElsewhere(route, other);
    expect([answer.status, answer.code]).toEqual([403, 'forbidden_origin']);
  });

  test.each(routes.filter(isReading))('%s is not for that site to read', async (route) => {
    const { headers } = await sendFromElsewhere(route, other);
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ErrorCode } from '~/shared/errors';
import { ERRORS } from '~/shared/strings/errors';
import { tokenStrings } from '~/shared/strings/tokens';
import type { Sentence } from '~/shared/zod';
import { makePerson } from '../../support/accounts';
import { keepDatabase } from '../../support/database';
import { inParallel } from '../../support/in-parallel';
import { startServer, type TestServer } from '../../support/server';
import { CALLERS, type Caller, makeCaller, type Open, refusalOf } from './callers';
import { type Make, OPEN_TO_TOKENS, RULES, type Rule, type Target } from './rules';

const PARAMETER = /\[\w+\]/;
const PARAMETERS = /\[\w+\]/g;
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Routes such as 'GET /api/leads/[id]', derived from the exports of src/pages. */
function findRoutes(): string[] {
  return readdirSync('src/pages', { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => {
      const text = readFileSync(file, 'utf8');
      // Prerendered pages are static files, public by nature.
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
  server = keepDatabase(await startServer());
  // Otherwise a test could demote or suspend the last administrator.
  makePerson(server, { roles: ['admin'] });
});
afterAll(() => server.stop());

type Sent = { status: number; headers: Headers; text: string; code: string | undefined };

type SentBy = { cookie?: string | undefined; secret?: string | undefined };

/** Resolves without awaiting the end of an event stream. */
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

const refusedCallers = new Map<Caller, ReturnType<typeof makeCaller>>();

/** One caller per kind serves all refusing routes: a refused call changes nobody. */
function refused(kind: Caller): ReturnType<typeof makeCaller> {
  const known = refusedCallers.get(kind);
  if (known !== undefined) return known;
  const caller = makeCaller(server, kind);
  refusedCallers.set(kind, caller);
  return caller;
}

const refusedTargets = new Map<Make, Promise<Target>>();

/** Refused callers share a target, unless it is made for its caller. */
function targetOf(make: Make, caller: ReturnType<typeof makeCaller>, refusal: number | null): Promise<Target> {
  if (refusal === null || make.length > 1) return Promise.resolve(make(server, caller));
  const target = refusedTargets.get(make) ?? Promise.resolve(make(server, caller));
  refusedTargets.set(make, target);
  return target;
}

/** Companies and agents are an area of their own, and so are webhooks and messages. */
function openingOf(route: string): Open | undefined {
  if (!OPEN_TO_TOKENS.has(route)) return undefined;
  const own = (['webhooks', 'messages'] as const).find((name) => route.includes(`/${name}`));
  const area = own ?? (/\/api\/(companies|agents)/.test(route) ? 'companies' : 'write');
  return { area, changes: !route.startsWith('GET ') };
}

/** The whole body of a refusal. It is the same on every route, so it reveals nothing about the object. */
function refusalBody(kind: Caller, status: 401 | 403, route: string): string {
  // A legacy endpoint, whose body also carries `success`.
  const older = route.endsWith('/manage-users') && { success: false };
  const english = kind.startsWith('token') && !older;
  const body = (code: ErrorCode, sentence: Sentence = ERRORS[code]) =>
    JSON.stringify({ ...older, error: errorOf(code, sentence, english) });
  if (status === 401) return body('unauthenticated');
  if (kind === 'must change password') return body('must_change_password');
  if (!kind.startsWith('token')) return body('forbidden');
  const mayOnlyRead = kind === 'token that reads' && !route.startsWith('GET ');
  if (mayOnlyRead) return body('forbidden', tokenStrings.errors.readOnly);
  const open = openingOf(route);
  return body('forbidden', open ? tokenStrings.errors.noScope(open.area) : tokenStrings.errors.closed);
}

/** An error without fields; programs also get it in English. */
function errorOf(code: ErrorCode, { es, en }: Sentence, english: boolean) {
  return { code, message: es, ...(english && { detail: en }) };
}

const notThere = (kind: Caller) =>
  JSON.stringify({ error: errorOf('not_found', ERRORS.not_found, kind.startsWith('token')) });

/** What is wrong with the answers to this kind of caller, per object. */
async function tryRoute(route: string, rule: Rule, kind: Caller): Promise<string[]> {
  const [method = '', path = ''] = route.split(' ');
  const refusal = refusalOf(rule.allow, kind, openingOf(route));
  const failures: string[] = [];
  const objects = rule.objects ?? { itself: () => ({ id: '', status: rule.status ?? 200 }) };
  for (const [name, make] of Object.entries(objects)) {
    const caller = refusal === null ? makeCaller(server, kind) : refused(kind);
    const target = await targetOf(make, caller, refusal);
    const [first, second = first] = [target.id].flat().map(String);
    const asked = path.replace(PARAMETER, first ?? '').replace(PARAMETER, second ?? '');
    const answer = await send(method, asked, {
      cookie: caller?.cookie,
      secret: caller?.secret,
      body: rule.body?.(server, caller),
    });
    const check = (what: string, got: unknown, expected: unknown) => {
      if (got !== expected) failures.push(`${route}, ${kind}, ${name}: ${what} ${got}, expected ${expected}`);
    };
    check('status', answer.status, refusal ?? target.status);
    if (path.startsWith('/api/')) check('cache-control', answer.headers.get('cache-control'), 'no-store');
    if (refusal !== null) check('body', answer.text, refusalBody(kind, refusal, route));
    if (refusal === 401) check('scheme', answer.headers.get('www-authenticate')?.split(' ')[0], 'Bearer');
    // Other people's objects are reported as missing.
    if (answer.status === 404 && rule.objects && path.startsWith('/api/')) check('body', answer.text, notThere(kind));
  }
  return failures;
}

/** Routes that share objects run one after the other. */
const families = Map.groupBy(Object.entries(RULES), ([route]) => route.split('/').slice(1, 3).join('/'));

test('ASVS 8.2.1, 8.3.1: every route and method has its rule, and every rule its route', () => {
  expect(Object.keys(RULES).sort()).toEqual(findRoutes().sort());
  expect([...OPEN_TO_TOKENS].filter((route) => !(route in RULES))).toEqual([]);
});

for (const kind of CALLERS)
  test(`every route lets a caller through to what is theirs, or refuses: ${kind}`, async () => {
    const failures: string[] = [];
    await inParallel(families.values(), async (family) => {
      for (const [route, rule] of family) failures.push(...(await tryRoute(route, rule, kind)));
    });
    expect(failures).toEqual([]);
  });

test('every address answers other methods than its own with 405', async () => {
  const paths = new Set(Object.keys(RULES).map((route) => route.split(' ')[1] ?? ''));
  const failures: string[] = [];
  await inParallel(paths, async (path) => {
    for (const method of METHODS.filter((method) => !(`${method} ${path}` in RULES))) {
      const { status } = await send(method, path.replaceAll(PARAMETERS, '1'), {});
      if (status !== 405) failures.push(`${method} ${path}: ${status}`);
    }
  });
  expect(failures).toEqual([]);
});

/** Calls every route cross-site, from a browser signed in here as an administrator. */
async function callFromElsewhere(routes: string[], check: (answer: Sent) => string | undefined): Promise<string[]> {
  const failures: string[] = [];
  const { cookie } = makePerson(server, { roles: ['admin'] });
  await inParallel(routes, async (route) => {
    const [method = '', path = ''] = route.split(' ');
    for (const origin of ['https://evil.example.com', 'null', `${server.url}.evil.example.com`]) {
      const sent = { cookie, origin, ...(method !== 'GET' && { body: {} }) };
      const fault = check(await send(method, path.replaceAll(PARAMETERS, '1'), sent));
      if (fault) failures.push(`${route} from ${origin}: ${fault}`);
    }
  });
  return failures;
}

const [reading = [], changing = []] = [true, false].map((reads) =>
  Object.keys(RULES).filter((route) => route.startsWith('GET ') === reads),
);

test('other sites change nothing', async () => {
  const failures = await callFromElsewhere(changing, ({ status, code }) =>
    status === 403 && code === 'forbidden_origin' ? undefined : `${status} ${code}`,
  );
  expect(failures).toEqual([]);
});

test('other sites read nothing', async () => {
  const failures = await callFromElsewhere(reading, ({ headers }) => {
    if (headers.get('cross-origin-resource-policy') !== 'same-origin') return 'it may be embedded';
    return [...headers.keys()].find((name) => name.startsWith('access-control-'));
  });
  expect(failures).toEqual([]);
});

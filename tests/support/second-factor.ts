import { TOTP } from 'otpauth';
import { expect } from 'vitest';
import { PASSWORD, type Person } from './accounts';
import { type Answer, call } from './http';
import type { TestServer } from './server';

/** An authenticator app's code, `steps` of 30 seconds from `now`. */
export function codeOf(secret: string, steps = 0, now = Date.now()): string {
  return new TOTP({ secret, algorithm: 'SHA1', digits: 6, period: 30 }).generate({
    timestamp: now + steps * 30_000,
  });
}

/** A cookie set by an answer, as `name=value`; '' if absent. */
export function cookieIn({ headers }: Answer, name: string): string {
  const set = headers.getSetCookie().find((cookie) => cookie.startsWith(`${name}=`));
  return set?.split(';')[0] ?? '';
}

export type SecondFactorOf = { secret: string; codes: string[]; cookie: string };

/** Sets up an authenticator app with the previous step's code, which leaves the current one unused. */
export async function setUpTotp(
  server: TestServer,
  { cookie }: Pick<Person, 'cookie'>,
  now = Date.now,
): Promise<SecondFactorOf> {
  const begun = await call(server, '/api/account/totp', { cookie, body: { password: PASSWORD } });
  expect(begun.status, begun.text).toBe(200);
  const { secret } = begun.json;
  const confirm = () =>
    call(server, '/api/account/totp/confirm', { cookie, body: { code: codeOf(secret, -1, now()) } });
  const current = codeOf(secret, 0, now());
  let done = await confirm();
  // The step ended on the way, so that code was two steps old.
  if (done.status === 422 && codeOf(secret, 0, now()) !== current) done = await confirm();
  expect(done.status, done.text).toBe(200);
  return { secret, codes: done.json.recovery_codes, cookie: cookieIn(done, 'sid') };
}

/** The first step of signing in; returns the cookie for the second one. */
export async function takeFirstStep(server: TestServer, { email }: Pick<Person, 'email'>): Promise<string> {
  const answer = await call(server, '/api/auth/sign-in', { body: { email, password: PASSWORD } });
  expect(answer.json, answer.text).toHaveProperty('second_factor');
  return cookieIn(answer, 'pending');
}

/** The second step, with a code or a recovery code. */
export function takeSecondStep(server: TestServer, cookie: string, body: object): Promise<Answer> {
  return call(server, '/api/auth/second-factor', { cookie, body });
}

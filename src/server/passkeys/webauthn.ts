import { crmStrings } from '~/shared/strings/crm';
import { AppError } from '../app-error';
import { query } from '../database/connection';
import { getSettings } from '../env';
import { log } from '../log';
import { once } from '../process/once';
import { sign } from '../secrets/encryption';
import { isSameSecret, makeToken } from '../secrets/random-tokens';
import type { PasskeyRow } from './held-passkeys';

/** Loaded at first use: it brings certificate code most installations never need. */
export const webauthn = once(() => import('@simplewebauthn/server'));

/** How a browser names a passkey that somebody has. */
export function describeCredential({ credential_id, transports }: PasskeyRow) {
  return { id: credential_id, transports: JSON.parse(transports) as string[] };
}

/** EdDSA, ES256 and RS256: every device knows at least one. */
export const ALGORITHMS = [-8, -7, -257];

/** This site as devices know it, from SITE_URL, never from a request. */
export function relyingParty(): { name: string; id: string; origin: string } {
  const { SITE_URL } = getSettings();
  return {
    name: `${crmStrings.brand} ${crmStrings.product}`,
    id: new URL(SITE_URL).hostname,
    origin: SITE_URL,
  };
}

/** The sign-in page renews it in time, as its request waits for as long as the page is open. */
const VALID_MS = 10 * 60_000;

/** What a challenge may be answered for. */
type ChallengePurpose = 'sign_in' | 'add' | 'confirm';

/** A challenge of ours that a browser answered; it counts once, see `spendChallenge`. */
export type Challenge = { text: string; expires_at: string };

/**
 * Makes a challenge for this purpose and person; null before anybody said who they are. Nothing is stored, so visits to
 * the sign-in page cost nothing: the server recognises its challenge by the seal.
 * @throws {AppError} `busy` without the secrets' key.
 */
export function issueChallenge(purpose: ChallengePurpose, whose: string | null): string {
  const head = `${Date.now() + VALID_MS}.${makeToken()}`;
  return `${head}.${sealOf(head, purpose, whose)}`;
}

/** An answer's challenge, which must be for this purpose and person. Throws AppError `passkey_refused`. */
export function readChallenge(clientDataJSON: string, purpose: ChallengePurpose, whose: string | null): Challenge {
  const text = Buffer.from(findChallenge(clientDataJSON), 'base64url').toString();
  const [expires = '', nonce = '', seal = ''] = text.split('.');
  const head = `${expires}.${nonce}`;
  if (!isSameSecret(seal, sealOf(head, purpose, whose)) || Number(expires) <= Date.now())
    throw new AppError('passkey_refused');
  // Encoded anew, so it can be stored in one spelling only.
  const challenge = Buffer.from(`${head}.${seal}`).toString('base64url');
  return { text: challenge, expires_at: new Date(Number(expires)).toISOString() };
}

/** What the library holds an answer to one of our challenges against. */
type Expected = {
  expectedChallenge: string;
  expectedOrigin: string;
  expectedRPID: string;
  requireUserVerification: true;
};

/**
 * What the library finds in an answer to this challenge.
 * @throws {AppError} `passkey_refused`, logged with why: a wrong origin, site or kind of answer, or nobody verified.
 */
export async function verifyAnswer<Found extends { verified: boolean }>(
  { text }: Challenge,
  verify: (library: typeof import('@simplewebauthn/server'), expected: Expected) => Promise<Found>,
): Promise<Found & { verified: true }> {
  const { id, origin } = relyingParty();
  const expected = { expectedChallenge: text, expectedOrigin: origin, expectedRPID: id } as const;
  try {
    const found = await verify(await webauthn(), { ...expected, requireUserVerification: true });
    if (found.verified) return found as Found & { verified: true };
  } catch (error) {
    log.info({ event: 'passkey_refused', reason: error instanceof Error ? error.message : String(error) });
  }
  throw new AppError('passkey_refused');
}

const insertSpentChallenge = query<[{ challenge: string; expires_at: string }]>(
  'INSERT OR IGNORE INTO spent_challenges (challenge, expires_at) VALUES (:challenge, :expires_at)',
);

/** Uses up a correctly answered challenge, in the caller's transaction; false if another answer already did. */
export function spendChallenge({ text, expires_at }: Challenge): boolean {
  return insertSpentChallenge().run({ challenge: text, expires_at }).changes === 1;
}

/** The user handle of somebody's first passkey: the same each time, and it reveals nothing about the person. */
export function handleOf(whose: string): string {
  return sign(whose, 'passkey handle').toString('base64url');
}

function sealOf(head: string, purpose: ChallengePurpose, whose: string | null): string {
  return sign(head, `passkey challenge|${purpose}|${whose ?? ''}`).toString('base64url');
}

function findChallenge(clientDataJSON: string): string {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) as {
      challenge: unknown;
    };
    if (typeof challenge === 'string') return challenge;
  } catch {
    // Refused like any other wrong answer.
  }
  throw new AppError('passkey_refused');
}

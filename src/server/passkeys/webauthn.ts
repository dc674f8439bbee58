import { randomBytes, timingSafeEqual } from 'node:crypto';
import { crmStrings } from '~/shared/strings/crm';
import { AppError } from '../app-error';
import { deleteBatch, query } from '../database/connection';
import { removeInSlices } from '../database/slices';
import { getSettings } from '../env';
import { log } from '../log';
import { once } from '../process/once';
import { sign } from '../secrets/encryption';
import type { PasskeyRow } from './held-passkeys';

/** Loaded at first use: it brings certificate code most installations never need. */
export const webauthn = once(() => import('@simplewebauthn/server'));

/** How a browser names a passkey that somebody has. */
export function describeCredential({ credential_id, transports }: PasskeyRow) {
  return { id: credential_id, transports: JSON.parse(transports) as string[] };
}

/** Logs why the library refused an answer: a wrong origin, site or kind of answer, or missing user verification. */
export function logRefusal(error: unknown): void {
  log.info({ event: 'passkey_refused', reason: error instanceof Error ? error.message : String(error) });
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
const NONCE_BYTES = 16;
const EXPIRY_BYTES = 6;
const HEAD_BYTES = NONCE_BYTES + EXPIRY_BYTES;
const SEAL_BYTES = 32;

/** What a challenge may be answered for. */
type ChallengePurpose = 'sign_in' | 'add' | 'confirm';

/** A challenge of ours that a browser answered; it counts once, see `spendChallenge`. */
export type Challenge = { text: string; expires_at: string };

/**
 * Makes a challenge for this purpose and person; null before anybody said who they are. Nothing is stored, so visits to
 * the sign-in page cost nothing: the server recognises its challenge by the seal.
 * @throws {AppError} `busy` without the secrets' key.
 */
export function issueChallenge(purpose: ChallengePurpose, whose: string | null): Uint8Array<ArrayBuffer> {
  const expiry = Buffer.alloc(EXPIRY_BYTES);
  expiry.writeUIntBE(Date.now() + VALID_MS, 0, EXPIRY_BYTES);
  const head = Buffer.concat([randomBytes(NONCE_BYTES), expiry]);
  return new Uint8Array(Buffer.concat([head, sealOf(head, purpose, whose)]));
}

/** An answer's challenge, which must be for this purpose and person. Throws AppError `passkey_refused`. */
export function readChallenge(clientDataJSON: string, purpose: ChallengePurpose, whose: string | null): Challenge {
  const text = findChallenge(clientDataJSON);
  const bytes = Buffer.from(text, 'base64url');
  const [head, given] = [bytes.subarray(0, HEAD_BYTES), bytes.subarray(HEAD_BYTES)];
  if (given.byteLength !== SEAL_BYTES || !timingSafeEqual(given, sealOf(head, purpose, whose)))
    throw new AppError('passkey_refused');
  const expires = head.readUIntBE(NONCE_BYTES, EXPIRY_BYTES);
  if (expires <= Date.now()) throw new AppError('passkey_refused');
  // Re-encoded, so it can be stored in one spelling only.
  return { text: bytes.toString('base64url'), expires_at: new Date(expires).toISOString() };
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

function sealOf(head: Buffer, purpose: ChallengePurpose, whose: string | null): Buffer {
  return sign(head, `passkey challenge|${purpose}|${whose ?? ''}`);
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

const deleteSpentChallenges = deleteBatch<{ now: string }>('spent_challenges', 'challenge', 'expires_at <= :now');

/** Removes expired answered challenges; returns how many. */
export function removeSpentChallenges(): Promise<number> {
  return removeInSlices(deleteSpentChallenges, { now: new Date().toISOString() });
}

import { randomBytes, timingSafeEqual } from 'node:crypto';
import { AppError } from '../app-error';
import { removeInSlices } from '../database/slices';
import { sign } from '../secrets/secrets';
import { deleteSpentChallenges, insertSpentChallenge } from './passkey-queries';

/** The sign-in page asks for another one before this is over, because its request waits as long as it is open. */
const VALID_MS = 10 * 60_000;
const NONCE_BYTES = 16;
const EXPIRY_BYTES = 6;
const HEAD_BYTES = NONCE_BYTES + EXPIRY_BYTES;
const SEAL_BYTES = 32;

/** What a challenge may be answered for. */
export type ChallengePurpose = 'sign_in' | 'add' | 'confirm';

/** A challenge of ours that a browser has answered; it counts once, see `spendChallenge`. */
export type Challenge = { text: string; expires_at: string };

/**
 * Makes a challenge for this purpose and person; for nobody, where nobody has said who they are. Nothing is stored, so that
 * visits to the sign-in page cost nothing: the server knows its own challenge by its seal.
 * @throws {AppError} `busy` if the key of secrets is not there.
 */
export function issueChallenge(purpose: ChallengePurpose, whose: string | null): Uint8Array<ArrayBuffer> {
  const expiry = Buffer.alloc(EXPIRY_BYTES);
  expiry.writeUIntBE(Date.now() + VALID_MS, 0, EXPIRY_BYTES);
  const head = Buffer.concat([randomBytes(NONCE_BYTES), expiry]);
  return new Uint8Array(Buffer.concat([head, sealOf(head, purpose, whose)]));
}

/**
 * The challenge that a browser's answer is about. It must have been made for this purpose and person.
 * @throws {AppError} `passkey_refused`.
 */
export function readChallenge(
  clientDataJSON: string,
  purpose: ChallengePurpose,
  whose: string | null,
): Challenge {
  const text = findChallenge(clientDataJSON);
  const bytes = Buffer.from(text, 'base64url');
  const [head, given] = [bytes.subarray(0, HEAD_BYTES), bytes.subarray(HEAD_BYTES)];
  if (given.byteLength !== SEAL_BYTES || !timingSafeEqual(given, sealOf(head, purpose, whose)))
    throw new AppError('passkey_refused');
  const expires = head.readUIntBE(NONCE_BYTES, EXPIRY_BYTES);
  if (expires <= Date.now()) throw new AppError('passkey_refused');
  // As it is written, so that it can be stored in one spelling only.
  return { text: bytes.toString('base64url'), expires_at: new Date(expires).toISOString() };
}

/** Uses up a challenge whose answer was right, in the caller's transaction; false if another answer has done so. */
export function spendChallenge({ text, expires_at }: Challenge): boolean {
  return insertSpentChallenge().run({ challenge: text, expires_at }).changes === 1;
}

/** By what devices know whose a first passkey is: it says nothing about the person, and is the same each time. */
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
    // Answered like any other that cannot be right.
  }
  throw new AppError('passkey_refused');
}

/** Removes answered challenges that are over by now; returns how many. */
export function removeSpentChallenges(): Promise<number> {
  return removeInSlices(deleteSpentChallenges, { now: new Date().toISOString() });
}

import { createHash } from 'node:crypto';
import { query } from '../database/connection';
import { removeInSlices } from '../database/slices';
import { getSettings } from '../env';
import { customerKey } from '../net/client-address';
import { isDatabaseShortOfSpace } from '../process/free-space';
import { NETWORK_SHARE } from '../rate-limit/rate-limit';

const MIB = 2 ** 20;
/** For submissions that become no lead: some thousand forms a day and address, and 900 MiB in all until they expire. */
const DAILY_BYTES = { ofAddress: MIB, ofNetwork: NETWORK_SHARE * MIB, ofAll: 10 * MIB };
/** Approximate size of a row beyond its text, index entries included. */
const ROW_BYTES = 512;
const ALL = '';
const DAY_MS = 24 * 60 * 60 * 1000;

/** What a person may write by WhatsApp in a day: some two thousand short messages. */
const NUMBER_BYTES = MIB;
/** What strangers may write there in a day. Each new lead counts for more than its words: about a thousand a day. */
const STRANGERS_BYTES = 10 * MIB;
const STRANGER_BYTES = 10 * 1024;
const STRANGERS_BUDGET = 'whatsapp';

/**
 * Counts a submission that becomes no lead against the day's budget of its address, of its IPv6 /48 and of all
 * addresses. Returns false, counting nothing, if there is no room, or the disk has little. Runs in the transaction that
 * stores the submission.
 */
export function spendBudget(address: string, body: string, now: string): boolean {
  if (isDatabaseShortOfSpace()) return false;
  const limits = {
    [customerKey(address)]: DAILY_BYTES.ofNetwork,
    // An IPv4 address is its own network, and has only its own.
    [address]: DAILY_BYTES.ofAddress,
    [ALL]: DAILY_BYTES.ofAll,
  };
  return spend(limits, Buffer.byteLength(body) + ROW_BYTES, now);
}

/** The same for a WhatsApp message of a lead's number, by its key. Forms have a budget of their own. */
export function spendMessageBudget(phoneKey: string, body: string | null, now: string): boolean {
  return spend({ [ofNumber(phoneKey)]: NUMBER_BYTES }, Buffer.byteLength(body ?? '') + ROW_BYTES, now);
}

/** The same for a message that makes a lead. */
export function spendStrangerBudget(phoneKey: string, body: string | null, now: string): boolean {
  const limits = { [ofNumber(phoneKey)]: NUMBER_BYTES, [STRANGERS_BUDGET]: STRANGERS_BYTES };
  return spend(limits, Buffer.byteLength(body ?? '') + STRANGER_BYTES, now);
}

/** Hashed, as the row outlasts the erasure of the person by up to a day. */
function ofNumber(phoneKey: string): string {
  return `${STRANGERS_BUDGET} ${createHash('sha256').update(phoneKey).digest('base64url')}`;
}

const selectBytesOfDay = query<[{ day: string; address: string }], { bytes: number }>(
  'SELECT bytes FROM enquiry_bytes WHERE day = :day AND address = :address',
);

const addBytesOfDay = query<[{ day: string; address: string; bytes: number }]>(
  `INSERT INTO enquiry_bytes (day, address, bytes) VALUES (:day, :address, :bytes)
   ON CONFLICT (day, address) DO UPDATE SET bytes = bytes + excluded.bytes`,
);

/** All of them, or none. */
function spend(limits: Record<string, number>, bytes: number, now: string): boolean {
  const day = now.slice(0, 10);
  const scale = getSettings().RATE_LIMIT_SCALE;
  const isOver = Object.entries(limits).some(
    ([address, most]) => (selectBytesOfDay().get({ day, address })?.bytes ?? 0) + bytes > most * scale,
  );
  if (isOver) return false;
  for (const address of Object.keys(limits)) addBytesOfDay().run({ day, address, bytes });
  return true;
}

export function secondsUntilNextBudget(now: string): number {
  return (DAY_MS - (Date.parse(now) % DAY_MS)) / 1000;
}

const deleteBytesBefore = query<[{ day: string; limit: number }]>(
  `DELETE FROM enquiry_bytes WHERE (day, address) IN (
     SELECT day, address FROM enquiry_bytes WHERE day < :day LIMIT :limit
   )`,
);

/** Removes the budgets of past days; returns how many. */
export function removeOldBudgets(): Promise<number> {
  return removeInSlices(deleteBytesBefore, { day: new Date().toISOString().slice(0, 10) });
}

import { removeInSlices } from '../database/slices';
import { getSettings } from '../env';
import { addBytesOfDay, deleteBytesBefore, selectBytesOfDay } from './enquiry-queries';

const MIB = 2 ** 20;
/**
 * The daily limit for submissions that become no lead: some thousand forms per address, and 900 MiB in all until they
 * expire.
 */
const DAILY_BYTES = { ofAddress: MIB, ofAll: 10 * MIB };
/** Approximate size of a row beyond its text, index entries included. */
const ROW_BYTES = 512;
const ALL = '';
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Counts a submission that becomes no lead against the day's budget of its address and of all addresses. Returns false,
 * counting nothing, if there is no room. Runs in the transaction that stores the submission.
 */
export function spendBudget(address: string, body: string, now: string): boolean {
  const day = now.slice(0, 10);
  const bytes = Buffer.byteLength(body) + ROW_BYTES;
  const scale = getSettings().RATE_LIMIT_SCALE;
  const hasRoom = (of: string, most: number) =>
    (selectBytesOfDay().get({ day, address: of })?.bytes ?? 0) + bytes <= most * scale;
  if (!hasRoom(address, DAILY_BYTES.ofAddress) || !hasRoom(ALL, DAILY_BYTES.ofAll)) return false;
  addBytesOfDay().run({ day, address, bytes });
  addBytesOfDay().run({ day, address: ALL, bytes });
  return true;
}

/** Seconds until the next day's budget begins. */
export function secondsUntilNextBudget(now: string): number {
  return (DAY_MS - (Date.parse(now) % DAY_MS)) / 1000;
}

/** Removes the budgets of past days; returns how many. */
export function removeOldBudgets(now = Date.now()): Promise<number> {
  return removeInSlices(deleteBytesBefore, { day: new Date(now).toISOString().slice(0, 10) });
}

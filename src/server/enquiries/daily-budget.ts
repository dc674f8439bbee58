import { removeInSlices } from '../database/slices';
import { getSettings } from '../env';
import { addBytesOfDay, deleteBytesBefore, selectBytesOfDay } from './enquiry-queries';

const MIB = 2 ** 20;
/** What a day may bring that no lead is made of: some thousand forms an address, and 900 MiB until it expires. */
const DAILY_BYTES = { ofAddress: MIB, ofAll: 10 * MIB };
/** What a row takes beside the text that came, with its entries in the indexes. */
const ROW_BYTES = 512;
const ALL = '';
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Counts a submission that no lead is made of against the day's budget of its address and that of all. Returns false,
 * and counts nothing, where it finds no room. Runs inside the transaction that keeps the submission.
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

/** How long until the next day's budget, in seconds. */
export function secondsUntilNextBudget(now: string): number {
  return (DAY_MS - (Date.parse(now) % DAY_MS)) / 1000;
}

/** Forgets the budgets of days that are over; returns how many. */
export function removeOldBudgets(now = Date.now()): Promise<number> {
  return removeInSlices(deleteBytesBefore, { day: new Date(now).toISOString().slice(0, 10) });
}

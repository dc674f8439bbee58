import { HONEYPOT_FIELD } from '~/shared/enquiries/fields';
import { AppError } from '../app-error';
import { getSettings } from '../env';
import { countRecentEnquiries } from './enquiry-queries';
import type { Submission } from './submission';

const WINDOW_MS = 60_000;
/** Submissions per address and window: above the first limit set aside for a person, above the second refused. */
const UNUSUAL_RATE = 20;
const FLOOD_RATE = 200;

/**
 * Why a submission looks automated: it fills in a field that people do not see, or many come from its address.
 * @throws {AppError} `too_many` for more than 200 a minute from one address.
 */
export function findSuspicion(fields: Submission['fields'], address: string, now: string): 'honeypot' | 'rate' | null {
  const scale = getSettings().RATE_LIMIT_SCALE;
  const since = new Date(Date.parse(now) - WINDOW_MS).toISOString();
  const most = Math.ceil(FLOOD_RATE * scale);
  const recent = countRecentEnquiries().get({ remote_address: address, since, most })?.recent ?? 0;
  if (recent >= FLOOD_RATE * scale) throw new AppError('too_many', { retryAfterSeconds: WINDOW_MS / 1000 });
  if (fields[HONEYPOT_FIELD]) return 'honeypot';
  return recent >= UNUSUAL_RATE * scale ? 'rate' : null;
}

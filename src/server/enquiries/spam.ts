import { HONEYPOT_FIELD } from '~/shared/enquiries/fields';
import { enquiryStrings } from '~/shared/strings/enquiries';
import { AppError } from '../app-error';
import { query } from '../database/connection';
import { getSettings } from '../env';
import { customerKey } from '../net/client-address';
import { countInWindow, NETWORK_SHARE } from '../rate-limit/rate-limit';
import type { Submission } from './submission';

const WINDOW_MS = 60_000;
/** Submissions per address and window: above the first limit set aside for a person, above the second refused. */
const UNUSUAL_RATE = 20;
const FLOOD_RATE = 200;

/** Submissions from an address since a moment, counted up to `most`. */
const countRecentEnquiries = query<
  [{ remote_address: string; since: string; now: string; most: number }],
  { recent: number }
>(
  `SELECT count(*) AS recent FROM (
     SELECT 1 FROM enquiries WHERE remote_address = :remote_address AND received_at > :since AND received_at <= :now LIMIT :most
   )`,
);

/**
 * Why a submission looks automated: it fills in a field that people do not see, or many come from its address or its
 * IPv6 /48. In the transaction that stores the submission.
 * @throws {AppError} `too_many` for more than 200 a minute from one address.
 */
export function findSuspicion(fields: Submission['fields'], address: string, now: string): 'honeypot' | 'rate' | null {
  const scale = getSettings().RATE_LIMIT_SCALE;
  const since = new Date(Date.parse(now) - WINDOW_MS).toISOString();
  const most = Math.ceil(FLOOD_RATE * scale);
  const recent = countRecentEnquiries().get({ remote_address: address, since, now, most })?.recent ?? 0;
  if (recent >= FLOOD_RATE * scale) throw tooFast();
  const network = customerKey(address);
  const isCrowded =
    network !== address && countInWindow('enquiries-48', network, WINDOW_MS) > NETWORK_SHARE * UNUSUAL_RATE * scale;
  if (fields[HONEYPOT_FIELD]) return 'honeypot';
  return isCrowded || recent >= UNUSUAL_RATE * scale ? 'rate' : null;
}

/** Refuses what came too soon after others from its address. */
export function tooFast(): AppError {
  return new AppError('too_many', { message: enquiryStrings.errors.tooFast, retryAfterSeconds: WINDOW_MS / 1000 });
}

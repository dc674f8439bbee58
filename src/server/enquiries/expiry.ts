import { removeInSlices } from '../database/slices';
import { deleteWithoutLeadBefore } from './enquiry-queries';

const KEPT_MS = 90 * 24 * 60 * 60 * 1000;

/** Removes what was set aside, invalid or discarded 90 days after it came; returns how many that were. */
export function removeOldEnquiries(now = Date.now()): Promise<number> {
  return removeInSlices(deleteWithoutLeadBefore, { before: new Date(now - KEPT_MS).toISOString() });
}

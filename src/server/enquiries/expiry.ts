import { removeInSlices } from '../database/slices';
import { deleteWithoutLeadBefore } from './enquiry-queries';

const KEPT_MS = 90 * 24 * 60 * 60 * 1000;

/** Removes submissions set aside, invalid or discarded 90 days after arrival; returns how many. */
export function removeOldEnquiries(now = Date.now()): Promise<number> {
  return removeInSlices(deleteWithoutLeadBefore, { before: new Date(now - KEPT_MS).toISOString() });
}

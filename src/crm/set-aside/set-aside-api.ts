import type { SetAsidePage } from '~/shared/enquiries/set-aside';
import { callApi, pageParams } from '../api-client';

/** The page following `after`, or the first one. */
export function fetchSetAside(after: SetAsidePage | null, signal: AbortSignal): Promise<SetAsidePage> {
  return callApi(`/api/enquiries/set-aside${pageParams(after)}`, { signal });
}

/** Accepts an enquiry as a lead, discards it, or restores a discarded one. */
export function settleEnquiry(id: number, decision: 'accept' | 'discard' | 'restore'): Promise<unknown> {
  return callApi(`/api/enquiries/${id}/${decision}`, { method: 'POST' });
}

export function discardAllSetAside(until: number): Promise<{ discarded: number; undo: string }> {
  return callApi('/api/enquiries/discard-all', { method: 'POST', body: { until } });
}

export function undoDiscardAll(undo: string): Promise<{ restored: number }> {
  return callApi('/api/enquiries/discard-all/undo', { method: 'POST', body: { undo } });
}

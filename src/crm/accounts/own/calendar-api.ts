import type { OwnCalendar } from '~/shared/accounts/account';
import { callApi } from '../../api-client';

export function fetchCalendar(): Promise<OwnCalendar> {
  return callApi('/api/account/calendar');
}

/** Creates a feed URL, told only in this answer; the previous one stops working. */
export function makeCalendarAddress(): Promise<{ url: string }> {
  return callApi('/api/account/calendar', { method: 'POST' });
}

export function dropCalendarAddress(): Promise<void> {
  return callApi('/api/account/calendar', { method: 'DELETE' });
}

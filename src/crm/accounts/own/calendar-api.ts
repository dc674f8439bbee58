import type { OwnCalendar } from '~/shared/accounts/own-calendar';
import { callApi } from '../../api-client';

export function fetchCalendar(): Promise<OwnCalendar> {
  return callApi('/api/account/calendar');
}

/** Makes an address, which is told only now; the former one is useless from then on. */
export function makeCalendarAddress(): Promise<{ url: string }> {
  return callApi('/api/account/calendar', { method: 'POST' });
}

export function dropCalendarAddress(): Promise<void> {
  return callApi('/api/account/calendar', { method: 'DELETE' });
}

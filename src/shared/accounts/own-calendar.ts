/** One's own calendar address: since when there is one, null for none. The address itself is told only once. */
export type OwnCalendar = { since: string | null };

/** Since when one's calendar address exists; null for none. The address itself is revealed only once. */
export type OwnCalendar = { since: string | null };

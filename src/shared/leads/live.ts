import type { Lead, LeadCounters } from './lead';

/**
 * A live update for an open panel: changed leads, the ids of deleted ones, and the counters, all as of the event
 * `as_of` or later.
 */
export type LiveUpdate = { leads: Lead[]; gone: number[]; counters: LeadCounters; as_of: number };

/** An open panel missed too much and reads its list again; the newest enquiries, because a tab counts them. */
export type ReloadUpdate = { enquiries: { id: number; at: string }[] };

/** What the server tells about leads, in an answer or a live update; with or without the counters. */
export type Told = Omit<LiveUpdate, 'counters'> & { counters?: LeadCounters };

/** The header with the event id of an answer that contains no lead. */
export const AS_OF_HEADER = 'x-as-of';

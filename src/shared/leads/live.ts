import type { Lead, LeadCounters } from './lead';

/**
 * What an open panel is told: leads as they now are, the numbers of those that no longer stand, and the counters. All of
 * it is as of that event, or newer.
 */
export type LiveUpdate = { leads: Lead[]; gone: number[]; counters: LeadCounters; as_of: number };

/** What the server says of some leads, in an answer or a live update; with the counters, or without. */
export type Told = Omit<LiveUpdate, 'counters'> & { counters?: LeadCounters };

/** The header in which an answer that holds no lead says as of which event it is. */
export const AS_OF_HEADER = 'x-as-of';

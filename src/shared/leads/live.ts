import type { Lead, LeadCounters } from './lead';

/** Somebody changed a field of a lead. */
export type LiveAct = { lead_id: number; actor_id: string; actor_name: string; field: string };

/** A lead that was won, and who won it. */
export type Win = { lead_id: number; user_id: string | null; user_name: string | null };

/**
 * A live update for an open panel: changed leads, the ids of deleted ones, those that were won, and the counters, all as of the
 * event `as_of` or later; and who changed what in these leads, as far as it was somebody.
 */
export type LiveUpdate = {
  leads: Lead[];
  gone: number[];
  acts: LiveAct[];
  won: Win[];
  counters: LeadCounters;
  as_of: number;
};

/** An open panel missed too much and reads its list again; the newest enquiries, because a tab counts them. */
export type ReloadUpdate = { enquiries: { id: number; at: string }[] };

/** What the server tells about leads, in an answer or a live update; with or without the counters. */
export type Told = Pick<LiveUpdate, 'leads' | 'gone' | 'as_of'> & { counters?: LeadCounters };

/** The header with the event id of an answer that contains no lead. */
export const AS_OF_HEADER = 'x-as-of';

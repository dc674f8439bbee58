import type { LeadCounters } from './counters';
import type { Lead } from './lead';
import type { LeadViewers } from './presence';

/** Somebody changed a lead's field. */
export type LiveAct = { lead_id: number; actor_id: string; actor_name: string; field: string };

/** A won lead, and its winner. */
export type Win = { lead_id: number; user_id: string | null; user_name: string | null };

/**
 * An update for an open panel as of event `as_of` or later: changed leads, ids of deleted ones, wins and counters; and
 * who changed what, where it was a person.
 */
export type LiveUpdate = {
  leads: Lead[];
  gone: number[];
  acts: LiveAct[];
  won: Win[];
  counters: LeadCounters;
  as_of: number;
};

/** For a panel that missed too much: it reloads its list, and the newest enquiries feed the tab's count. */
export type ReloadUpdate = { enquiries: { id: number; at: string }[] };

/** The server-sent events of `/api/leads/stream`, with their data. */
export type LiveEvents = {
  /** The id by which presence knows this panel. */
  stream: string;
  leads: LiveUpdate;
  reload: ReloadUpdate;
  /** How many set-aside enquiries wait. */
  'set-aside': number;
  /** The version of the message templates. */
  messages: string;
  /** Leads whose conversation got receipts or reactions. */
  conversations: number[];
  people: LeadViewers;
  /** The session was ended, or its token rotated: the page asks which. */
  'signed-out': null;
};

/** Leads from an answer or a live update, with or without the counters. */
export type LeadsUpdate = Pick<LiveUpdate, 'leads' | 'gone' | 'as_of'> & { counters?: LeadCounters };

/** Carries the event id of an answer without a lead. */
export const AS_OF_HEADER = 'x-as-of';

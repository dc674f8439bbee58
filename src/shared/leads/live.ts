import type { LeadViewers } from './presence';

/** Somebody changed a lead's field. */
export type LiveAct = { lead_id: number; actor_id: string; actor_name: string; field: string };

/** A won lead, and its winner. */
export type Win = { lead_id: number; nombre: string; user_id: string | null; user_name: string | null };

/**
 * Tells an open panel that leads have changed, up to event `as_of`; it asks again for what it shows. Beside that: who
 * changed what, where it was a person; wins; and enquiries that came.
 */
export type LiveUpdate = { acts: LiveAct[]; won: Win[]; enquiries: { id: number; at: string }[]; as_of: number };

/** Most rows that an open panel asks for again, and most leads beside them. */
export const MAX_PANEL_LEADS = 200;

/** The server-sent events of `/api/leads/stream`, with their data. */
export type LiveEvents = {
  /** The id by which presence knows this panel. */
  stream: string;
  leads: LiveUpdate;
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

/** Carries the event id of an answer without a lead. */
export const AS_OF_HEADER = 'x-as-of';

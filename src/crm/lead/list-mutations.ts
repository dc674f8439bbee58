import type { ContactChannel, LeadStatus } from '~/shared/leads/enums';
import type { Act } from '~/shared/leads/event';
import type { Reader } from '~/shared/leads/filters';
import type { ChangedLead, Lead } from '~/shared/leads/lead';

/** A day to contact a lead, with or without an hour; both null for none. */
export type NextContact = Pick<Lead, 'next_contact_on' | 'next_contact_at'>;

/** The tabs of an open lead. */
export type LeadTab = 'info' | 'notes';

/** The mutations that the list needs at first paint. lead-mutations.ts builds the others on them. */
export type ListMutations = {
  /** Optimistic: reverts the status if the server refuses. */
  changeStatus: (lead: Lead, estado: LeadStatus) => Promise<void>;
  /** Undoes the user's act with its side effects. */
  undo: (lead: Lead, act: Act) => Promise<void>;
  /** Re-reads the lead. Throws ApiError. */
  refresh: (lead: Lead) => Promise<Lead>;
  /** Shows a lead as the server returned it. */
  showSaved: (lead: Lead) => void;
  /** Shows that the lead is gone as of event `asOf`. */
  showRemoved: (id: number, asOf: number) => void;
  /** Records that the user opened this channel's link. `claim`: a lead that is nobody's becomes the user's. */
  recordContact: (lead: Lead, channel: ContactChannel, claim?: boolean) => Promise<void>;
  /** Queues `work` behind earlier work on this lead, and shows the lead it resolves to. Rejects if `work` does. */
  send: <Saved extends Lead | ChangedLead>(id: number, work: () => Promise<Saved>) => Promise<Saved>;
  /** The same; a refusal is explained with `failed` and resolves to null. */
  sendOrExplain: (
    lead: Lead,
    work: () => Promise<ChangedLead>,
    failed: string,
    /** Shown optimistically as the lead's status. */
    estado?: LeadStatus,
  ) => Promise<ChangedLead | null>;
  /** Undo for what was just saved; undefined if nothing is left to undo. */
  undoOf: (saved: ChangedLead, act: Pick<Act, 'type' | 'field'>) => (() => void) | undefined;
  /** Undo for the last status change. */
  lastStatusUndo: () => (() => void) | undefined;
  /** Whether an unowned lead became the user's. */
  becameOwn: (saved: ChangedLead) => boolean;
  /** What an act did, with its side effects. */
  withEffects: (saved: ChangedLead, said: string) => string;
  /** Toasts a status change, with its undo. */
  toastMoved: (saved: ChangedLead, act: Pick<Act, 'type' | 'field'>) => void;
  /** The panel's user and their time zone. */
  reader: () => Reader;
  /** Asks for the next contact, unless one is planned for later. */
  askForNext: (lead: Lead) => void;
};

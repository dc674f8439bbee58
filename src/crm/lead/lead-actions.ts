import type { ChangedLead } from '~/shared/leads/answers/leads';
import type { ContactChannel } from '~/shared/leads/contact';
import type { Act } from '~/shared/leads/event';
import type { Reader } from '~/shared/leads/filters';
import type { Lead, LeadStatus, LostReason } from '~/shared/leads/lead';
import type { ContactAnswer, LeadChanges } from '~/shared/leads/schema';

/** A day to contact a lead, with or without an hour; both null for none. */
export type NextContact = Pick<Lead, 'next_contact_on' | 'next_contact_at'>;

/** The tabs of an open lead. */
export type LeadTab = 'info' | 'notes';

/** An open lead's actions. The panel performs them, so that its list and counters follow. */
export type LeadActions = PanelWork & {
  /** Records the outcome of an attempt or a call. Resolves to whether it was saved. */
  answerContact: (lead: Lead, answer: ContactAnswer) => Promise<boolean>;
  /** Sets or clears the owner. */
  assign: (lead: Lead, ownerId: string | null) => Promise<void>;
  /** Plans or clears the next contact. */
  planContact: (lead: Lead, next: NextContact) => Promise<void>;
  /**
   * Saves edited fields and says so. Throws ApiError: the form shows what was refused, or what somebody else changed.
   */
  saveFields: (lead: Lead, changes: LeadChanges) => Promise<Lead>;
  choosePlan: (lead: Lead, choice: Pick<Lead, 'plan' | 'billing'>) => Promise<void>;
  /** Reports a note added by this event, and its effects: the lead may now be the user's, and needs a follow-up. */
  noteAdded: (before: Lead, eventId: number) => Promise<void>;
  /** Records why a lead was lost. If it may come back later, asks when, beside the pressed button. */
  setLostReason: (lead: Lead, reason: LostReason | null, button?: HTMLElement) => Promise<void>;
  /** Records what a won lead bought; `said` is that in words. */
  recordSale: (lead: Lead, sold: Pick<Lead, 'plan' | 'billing'>, said: string) => Promise<void>;
  /** Moves a lead to the trash; its toast can undo that. Resolves to whether it is gone. */
  remove: (lead: Lead) => Promise<boolean>;
  restore: (id: number) => Promise<void>;
  /** Marks a stranger's message as no enquiry: deletes the lead and ignores its number. Its toast can undo that. */
  silence: (lead: Lead) => Promise<boolean>;
};

/** What the panel does itself in its list, and what lead-work.ts builds the rest on. */
export type PanelWork = {
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
  /** Records that the user opened this channel's link. */
  recordContact: (lead: Lead, channel: ContactChannel) => Promise<void>;
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

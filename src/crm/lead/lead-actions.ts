import type { ContactChannel, LeadStatus, LostReason } from '~/shared/leads/enums';
import type { Act } from '~/shared/leads/event';
import type { Reader } from '~/shared/leads/filters';
import type { ChangedLead, Lead } from '~/shared/leads/lead';
import type { ContactAnswer, LeadChanges } from '~/shared/leads/schema';

/** An open lead's actions. The panel performs them, so that its list and counters follow. */
export type LeadActions = PanelWork & {
  /** Records the outcome of an attempt or a call. Resolves to whether it was saved. */
  answerContact: (lead: Lead, answer: ContactAnswer) => Promise<boolean>;
  /** Sets or clears the owner. Asks before the user takes the lead from a colleague, unless `isAgreed`. */
  assign: (lead: Lead, ownerId: string | null, how?: { isAgreed?: boolean }) => Promise<void>;
  /** Plans or clears the next contact. */
  planContact: (lead: Lead, next: Pick<Lead, 'next_contact_on' | 'next_contact_at'>) => Promise<void>;
  /**
   * Saves edited fields and says so. Throws ApiError: the form shows what was refused, or what somebody else changed.
   */
  saveFields: (lead: Lead, changes: LeadChanges) => Promise<Lead>;
  choosePlan: (lead: Lead, choice: Pick<Lead, 'plan' | 'billing'>) => Promise<void>;
  /** Reports a note added by this event, and its effects: the lead may now be the user's, and needs a follow-up. */
  noteAdded: (before: Lead, eventId: number) => Promise<void>;
  /** Records why a lead was lost. If it may come back later, asks when, beside the pressed button. */
  explainLoss: (lead: Lead, reason: LostReason | null, button?: HTMLElement) => Promise<void>;
  /** Records what a won lead bought; `said` is that in words. */
  tellSold: (lead: Lead, sold: Pick<Lead, 'plan' | 'billing'>, said: string) => Promise<void>;
  /** Moves a lead to the trash; its toast can undo that. Resolves to whether it is gone. */
  remove: (lead: Lead) => Promise<boolean>;
  restore: (id: number) => Promise<void>;
  /** Takes a stranger's message for no enquiry: the lead goes, its number is heard no more. Its toast can undo that. */
  silence: (lead: Lead) => Promise<void>;
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
  noteContact: (lead: Lead, channel: ContactChannel) => Promise<void>;
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
  undoOfMove: () => (() => void) | undefined;
  /** Whether an unowned lead became the user's. */
  isTaken: (saved: ChangedLead) => boolean;
  /** What an act did, with its side effects. */
  withFollowing: (saved: ChangedLead, said: string) => string;
  /** Toasts a status change. */
  tellMoved: (saved: ChangedLead, act: Pick<Act, 'type' | 'field'>) => void;
  /** The panel's user and their time zone. */
  reader: () => Reader;
  /** Asks for the next contact, unless one is planned for later. */
  askForNext: (lead: Lead) => void;
};

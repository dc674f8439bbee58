import type { ChangedLead } from '~/shared/leads/answers/leads';
import type { ContactChannel } from '~/shared/leads/contact';
import type { Act } from '~/shared/leads/event';
import type { Reader } from '~/shared/leads/filters';
import type { Lead, LeadStatus, LostReason } from '~/shared/leads/lead';
import type { ContactAnswer, LeadChanges } from '~/shared/leads/schema';

/** What can be done in an open lead. The panel does it, so that its list and counters follow. */
export type LeadActions = PanelWork & {
  /** Records whether the user reached the lead, or how the call ended. Resolves to whether the answer was saved. */
  answerContact: (lead: Lead, answer: ContactAnswer) => Promise<boolean>;
  /** Gives the lead to somebody, or back to nobody. Asks before the user takes it from a colleague, unless they have agreed. */
  assign: (lead: Lead, ownerId: string | null, how?: { isAgreed?: boolean }) => Promise<void>;
  /** Plans the next contact, or none. */
  planContact: (lead: Lead, next: Pick<Lead, 'next_contact_on' | 'next_contact_at'>) => Promise<void>;
  /** Saves edited fields, and says so. Throws ApiError: the form shows what was refused, or what somebody else changed. */
  saveFields: (lead: Lead, changes: LeadChanges) => Promise<Lead>;
  choosePlan: (lead: Lead, choice: Pick<Lead, 'plan' | 'billing'>) => Promise<void>;
  /** Tells that a note was added by this event, and what followed: the lead may be the user's, and is to be contacted again. */
  noteAdded: (before: Lead, eventId: number) => Promise<void>;
  /** Says why a lead was lost. If it may come back later, it is asked when, beside the button that was pressed for that. */
  explainLoss: (lead: Lead, reason: LostReason | null, button?: HTMLElement) => Promise<void>;
  /** Says what a lead that was won has bought; `said` is that in words. */
  tellSold: (lead: Lead, sold: Pick<Lead, 'plan' | 'billing'>, said: string) => Promise<void>;
  /** Moves a lead to the trash; the toast offers to restore it. Resolves to whether it is gone. */
  remove: (lead: Lead) => Promise<boolean>;
  restore: (id: number) => Promise<void>;
};

/** What the panel does by itself in its list, and by what lead-work.ts does the rest. */
export type PanelWork = {
  /** Shows the status at once, and the former one again if the server refuses. */
  changeStatus: (lead: Lead, estado: LeadStatus) => Promise<void>;
  /** Undoes what the user did with the lead, with what followed from it. */
  undo: (lead: Lead, act: Act) => Promise<void>;
  /** Reads the lead anew. Throws ApiError. */
  refresh: (lead: Lead) => Promise<Lead>;
  /** Shows a lead as the server has answered it. */
  showSaved: (lead: Lead) => void;
  /** Shows that the lead is gone; `asOf` is the last event by then. */
  showRemoved: (id: number, asOf: number) => void;
  /** Records that the user opened this channel by its link. */
  noteContact: (lead: Lead, channel: ContactChannel) => Promise<void>;
  /** Does `work` after earlier work with this lead, and shows the lead that it resolves to. Rejects where `work` does. */
  send: <Saved extends Lead | ChangedLead>(id: number, work: () => Promise<Saved>) => Promise<Saved>;
  /** The same; if it is refused, explains that with `failed` and resolves to null. */
  sendOrExplain: (
    lead: Lead,
    work: () => Promise<ChangedLead>,
    failed: string,
    /** Shown as the lead's status meanwhile. */
    estado?: LeadStatus,
  ) => Promise<ChangedLead | null>;
  /** Undoes what was just saved; undefined where nothing is left to undo. */
  undoOf: (saved: ChangedLead, act: Pick<Act, 'type' | 'field'>) => (() => void) | undefined;
  /** Undoes the last change of a status. */
  undoOfMove: () => (() => void) | undefined;
  /** Whether a lead that nobody had became the user's. */
  isTaken: (saved: ChangedLead) => boolean;
  /** What an act did, with what followed from it. */
  withFollowing: (saved: ChangedLead, said: string) => string;
  /** Says that a status changed. */
  tellMoved: (saved: ChangedLead, act: Pick<Act, 'type' | 'field'>) => void;
  /** Whose panel it is, and in which time zone they are. */
  reader: () => Reader;
  /** Asks when to contact a lead again, unless that is planned for later. */
  askForNext: (lead: Lead) => void;
};

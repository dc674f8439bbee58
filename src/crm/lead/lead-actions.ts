import type { ContactChannel } from '~/shared/leads/contact';
import type { Lead, LeadStatus, LostReason } from '~/shared/leads/lead';
import type { LeadChanges } from '~/shared/leads/schema';

/** What can be done in an open lead. The panel does it, so that its list and counters follow. */
export type LeadActions = {
  /** Shows the status at once, and the former one again if the server refuses. `undo` undoes one's own change. */
  changeStatus: (lead: Lead, estado: LeadStatus, how?: { undo?: boolean }) => Promise<void>;
  /** Saves edited fields. Throws ApiError: the form shows what was refused, or what somebody else changed. */
  saveFields: (lead: Lead, changes: LeadChanges) => Promise<Lead>;
  /** Plans the next contact, or none. */
  planContact: (lead: Lead, next: Pick<Lead, 'next_contact_on' | 'next_contact_at'>) => Promise<void>;
  /** Gives the lead to somebody, or back to nobody. */
  assign: (lead: Lead, ownerId: string | null) => Promise<void>;
  choosePlan: (lead: Lead, choice: Pick<Lead, 'plan' | 'billing'>) => Promise<void>;
  /** Says why a lead was lost. */
  explainLoss: (lead: Lead, reason: LostReason | null) => Promise<void>;
  /** Tells what followed from a note: the lead may be the user's now, and is to be contacted again. */
  noteAdded: (before: Lead) => Promise<void>;
  restore: (id: number) => Promise<void>;
  /** Reads the lead anew. Throws ApiError. */
  refresh: (lead: Lead) => Promise<Lead>;
  /** Shows a lead as the server has answered it. */
  showSaved: (lead: Lead) => void;
  /** Shows that the lead is gone; `asOf` is the last event by then. */
  showRemoved: (id: number, asOf: number) => void;
  /** Records that the user opened this channel by its link. */
  noteContact: (lead: Lead, channel: ContactChannel) => Promise<void>;
  /** Records whether the user reached the lead. Resolves to whether the answer was saved. */
  answerContact: (lead: Lead, contacted: boolean) => Promise<boolean>;
};

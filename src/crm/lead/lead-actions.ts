import type { ContactChannel } from '~/shared/leads/contact';
import type { Lead, LeadStatus } from '~/shared/leads/lead';
import type { LeadChanges } from '~/shared/leads/schema';

/** What an open lead asks of the panel that shows it: the panel's list and counters follow what is done here. */
export type LeadActions = {
  /** Shows the status at once and takes it back where the server refuses it. `undo` takes back one's own change. */
  changeStatus: (lead: Lead, estado: LeadStatus, how?: { undo?: boolean }) => Promise<void>;
  /** Saves edited fields. Throws ApiError: the form shows what was refused, or what somebody else changed. */
  saveFields: (lead: Lead, changes: LeadChanges) => Promise<Lead>;
  restore: (id: number) => Promise<void>;
  /** Reads the lead anew. Throws ApiError. */
  refresh: (lead: Lead) => Promise<Lead>;
  /** Tells that the lead is gone, as of an event. */
  showRemoved: (id: number, asOf: number) => void;
  /** Records that the user opened this channel by its link. */
  noteContact: (lead: Lead, channel: ContactChannel) => Promise<void>;
  /** Records whether the user reached the lead. Resolves to whether the answer was saved. */
  answerContact: (lead: Lead, contacted: boolean) => Promise<boolean>;
};

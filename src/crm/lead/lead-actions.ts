import type { ContactChannel } from '~/shared/leads/contact';
import type { Lead, LeadStatus } from '~/shared/leads/lead';
import type { LeadChanges } from '~/shared/leads/schema';

/** What an open lead asks of the panel that shows it: the panel's list and counters follow what is done here. */
export type LeadActions = {
  /** Shows the status at once and takes it back where the server refuses it. */
  changeStatus: (lead: Lead, estado: LeadStatus) => Promise<void>;
  /** Saves edited fields. Throws ApiError: the form shows what was refused, or what somebody else changed. */
  saveFields: (lead: Lead, changes: LeadChanges) => Promise<Lead>;
  restore: (id: number) => Promise<void>;
  /** Reads the lead anew. Throws ApiError. */
  refresh: (lead: Lead) => Promise<Lead>;
  /** Tells that the lead is gone, as of an event. */
  showRemoved: (id: number, asOf: number) => void;
  /** A way to reach the person has been opened by its link. */
  noteContact: (lead: Lead, channel: ContactChannel) => Promise<void>;
  /** Whoever opened it says whether it became a contact. Answers whether that was kept. */
  answerContact: (lead: Lead, contacted: boolean) => Promise<boolean>;
};

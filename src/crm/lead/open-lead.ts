import { createContext, use } from 'react';
import type { SessionUser } from '~/shared/accounts/account';
import type { Colleague } from '~/shared/accounts/member';
import type { Lead } from '~/shared/leads/lead';
import type { TemplateSet } from '~/shared/templates/template';
import type { LeadMutations } from './lead-mutations';

/** The tabs of an open lead. */
export type LeadTab = 'info' | 'notes';

/** What an open lead asks of the panel around it. */
export type DialogActions = {
  onTab: (tab: LeadTab, isPress: boolean) => void;
  /** Opens its note box. */
  onWrite: (lead: Lead) => void;
  onStep: (by: 1 | -1) => void;
  /** Opens another lead in its place. */
  onOpen: (id: number) => void;
  onClose: () => void;
  onRemove: (lead: Lead) => void;
  /** Chooses another message than the usual one. */
  onOtherMessage: (lead: Lead) => void;
  /** Edits its phone number. */
  onFixPhone: (lead: Lead) => void;
};

/** The open lead, who reads it, and what they can do. */
export type OpenLead = {
  lead: Lead;
  isGone: boolean;
  tab: LeadTab;
  /** Each new number above 0 focuses the new-note box, or begins to edit the phone number. */
  writing: number;
  fixing: number;
  /** Position in the list, from 1; null if not in it. */
  position: number | null;
  total: number;
  isLast: boolean;
  /** It was the last one of a day's list, which is now empty. */
  isDayDone: boolean;
  user: SessionUser;
  /** Who may own leads. */
  staff: readonly Colleague[];
  /** Today, in the reader's zone. */
  today: string;
  messages: TemplateSet;
  actions: DialogActions;
  mutations: LeadMutations;
};

export const OpenLeadContext = createContext<OpenLead | null>(null);

/** The lead whose sheet this component is in. */
export function useOpenLead(): OpenLead {
  const open = use(OpenLeadContext);
  if (!open) throw new Error('No lead is open here.');
  return open;
}

import type { Lead } from '~/shared/leads/lead';
import type { TemplateSet } from '~/shared/templates/template';
import type { ListMutations } from '../../lead/lead-mutations';

/** What a row can do. */
export type RowActions = {
  mutations: ListMutations;
  onOpen: (lead: Lead, tab: 'info' | 'notes') => void;
  onFixPhone: (lead: Lead) => void;
  onRemove: (lead: Lead) => void;
  onJoin: (lead: Lead, other: Lead) => void;
  /** `isRange`: from the previously chosen row to this one. */
  onPick: (lead: Lead, isRange: boolean) => void;
};

/** For whom, when, and with which messages rows are drawn; the same object until one of them changes. */
export type RowReader = {
  userId: string;
  /** Today, in the reader's zone. */
  today: string;
  /** The server's time, for the first paint. */
  now: number;
  messages: TemplateSet;
  /** Whether the list is a day's, whose rows say why they are in it. */
  isDay: boolean;
};

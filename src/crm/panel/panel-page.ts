import type { SessionUser } from '~/shared/accounts/account';
import type { Colleague } from '~/shared/accounts/member';
import type { LeadCounters } from '~/shared/leads/counters';
import type { LeadFilters } from '~/shared/leads/filters';
import type { Lead, LeadPage } from '~/shared/leads/lead';
import type { SavedView } from '~/shared/leads/views';
import type { TemplateSet } from '~/shared/templates/template';

/** The list and the lead that the page starts with. */
export type PanelStart = {
  filters: LeadFilters;
  /** The server's guess of the reader's time zone. */
  zone: string;
  /** Null if the server could not read it. */
  read: (LeadPage & { counters: LeadCounters }) | null;
  /** The lead in the URL. */
  linked: Lead | null;
};

/** What the server has read for the panel's page. */
export type PanelPage = {
  start: PanelStart;
  user: SessionUser;
  /** The server's time. */
  now: number;
  messages: TemplateSet;
  setAsideCount: number;
  /** What a browser needs to subscribe to push. */
  pushKey: string;
  /** URL of the landing, where enquiries come from. */
  siteUrl: string;
  /** Who may own leads. */
  staff: readonly Colleague[];
  /** Plan names by id. */
  plans: Record<string, string>;
  savedViews: readonly SavedView[];
};

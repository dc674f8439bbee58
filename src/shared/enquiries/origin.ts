import type { Lead } from '../leads/lead';

/** What the site's own form sends beside the specification's fields: what it is about, and where the visitor came from. */
export const TOPIC_FIELD = 'tema';
export const CAMPAIGN_FIELDS = ['utm_source', 'utm_medium', 'utm_campaign'] as const;
export const REFERRER_FIELD = 'referrer';

/** How much of each is kept. */
export const ORIGIN_LIMIT = 120;

/** What a lead says of it. */
export type LeadOrigin = Pick<Lead, 'tema' | (typeof CAMPAIGN_FIELDS)[number] | 'referrer'>;

export const NO_ORIGIN: LeadOrigin = {
  tema: null,
  utm_source: null,
  utm_medium: null,
  utm_campaign: null,
  referrer: null,
};
export const ORIGIN_FIELDS = Object.keys(NO_ORIGIN) as (keyof LeadOrigin)[];

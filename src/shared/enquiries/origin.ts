import type { Lead } from '../leads/lead';

/** Sent by the site's own form beside the specification's fields: topic and visitor's origin. */
export const TOPIC_FIELD = 'tema';
export const CAMPAIGN_FIELDS = ['utm_source', 'utm_medium', 'utm_campaign'] as const;
export const REFERRER_FIELD = 'referrer';

/** Maximum length kept of each. */
export const ORIGIN_LIMIT = 120;

/** A lead's fields about its origin. */
export type LeadOrigin = Pick<Lead, 'tema' | (typeof CAMPAIGN_FIELDS)[number] | 'referrer'>;

export const NO_ORIGIN: LeadOrigin = {
  tema: null,
  utm_source: null,
  utm_medium: null,
  utm_campaign: null,
  referrer: null,
};
export const ORIGIN_FIELDS = Object.keys(NO_ORIGIN) as (keyof LeadOrigin)[];

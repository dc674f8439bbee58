import type { Lead, LeadCounters } from './lead';

/** What an open panel is told: leads as they now are, the numbers of those that no longer stand, and the counters. */
export type LiveUpdate = { leads: Lead[]; gone: number[]; counters: LeadCounters };

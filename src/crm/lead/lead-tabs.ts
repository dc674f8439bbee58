export type LeadTab = 'info' | 'notes';

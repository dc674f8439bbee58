export type LeadTab = 'info' | 'notes' | 'timeline';

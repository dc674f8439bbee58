/** What LeadsPanel fetches on demand, as one file. */
export { CreateLeadDialog } from './CreateLeadDialog';
export { LeadDialog } from './LeadDialog';
export { RemoveLeadDialog } from './RemoveLeadDialog';
export { ShortcutsDialog } from './ShortcutsDialog';

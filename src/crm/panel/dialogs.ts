/** What LeadsPanel fetches on demand, as one file. */
export { CreateLeadDialog } from '../lead/CreateLeadDialog';
export { LeadDialog } from '../lead/LeadDialog';
export { RemoveLeadDialog } from './RemoveLeadDialog';
export { ShortcutsDialog } from './ShortcutsDialog';

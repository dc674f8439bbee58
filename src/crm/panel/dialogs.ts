/** The dialogs that LeadsPanel loads on demand, together in one script. */
export { LeadDialog } from '../lead/LeadDialog';
export { RemoveLeadDialog } from './RemoveLeadDialog';
export { ShortcutsDialog } from './ShortcutsDialog';

/** The dialogs that LeadsPanel loads on demand, together in one script. */
export { LeadDialog } from '../lead/LeadDialog';
export { OtherMessageDialog } from '../lead/messages/OtherMessageDialog';
export { RemoveLeadDialog } from './RemoveLeadDialog';
export { ShortcutsDialog } from './ShortcutsDialog';

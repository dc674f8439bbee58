/** What LeadsPanel loads on demand, together in one script: its dialogs, and what a row or a lead asks. */
export { ContactNote } from '../lead/ContactNote';
export { LeadQuestion } from '../lead/follow-up/LeadQuestion';
export { LeadDialog } from '../lead/LeadDialog';
export { OtherDialogs } from './OtherDialogs';

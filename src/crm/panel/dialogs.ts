/** LeadsPanel's lazy script: its dialogs, and the questions of rows and leads. */
export { ContactNote } from '../lead/ContactNote';
export { LeadQuestion } from '../lead/follow-up/LeadQuestion';
export { LeadDialog } from '../lead/LeadDialog';
export { OtherDialogs } from './OtherDialogs';

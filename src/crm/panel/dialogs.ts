/** LeadsPanel's lazy script: its dialogs, and the questions of rows and leads. */
export { ContactNote } from '../lead/ContactNote';
export { FollowUpQuestion } from '../lead/follow-up/FollowUpQuestion';
export { LeadDialog } from '../lead/LeadDialog';
export { OtherDialogs } from './OtherDialogs';

/** A lead's forms, together in one script with the checks of what is typed. */
export { CreateLeadDialog } from './CreateLeadDialog';
export { EditLeadForm } from './EditLeadForm';

/** The form for a new lead and the check of a lead's fields, together in one script with the rules for what is typed. */
export { CreateLeadDialog } from './CreateLeadDialog';
export { checkField } from './check-field';

/** The new-lead form and the field check, in one script with the validation rules. */
export { CreateLeadDialog } from './CreateLeadDialog';
export { checkField } from './check-field';

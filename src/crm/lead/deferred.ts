/** What an open lead needs a moment later, and what rows open; one script, loaded after the dialogs. */
export { ClosingQuestion } from './ClosingQuestion';
export { NextContactPopover } from './follow-up/NextContactChoice';
export { LeadTimeline } from './timeline/LeadTimeline';

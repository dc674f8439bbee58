/** One script, loaded after the dialogs: what an open lead shows a moment later, and what rows open. */
export { ClosingQuestion } from './follow-up/ClosingQuestion';
export { NextContactPopover } from './follow-up/NextContactChoice';
export { RepliedButton } from './follow-up/RepliedButton';
export { LeadTimeline } from './timeline/LeadTimeline';

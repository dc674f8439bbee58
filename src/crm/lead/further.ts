/** What an open lead needs a moment later, and what is chosen in a row; loaded together, after the dialogs. */
export { NextContactPopover } from './follow-up/NextContactChoice';
export { LeadStory } from './notes/LeadStory';
export { StatusStep } from './StatusStep';

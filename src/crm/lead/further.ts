/** What an open lead needs a moment later, and what rows open; one script, loaded after the dialogs. */
export { NextContactPopover } from './follow-up/NextContactChoice';
export { LeadStory } from './notes/LeadStory';
export { StatusStep } from './StatusStep';

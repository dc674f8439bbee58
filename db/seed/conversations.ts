import { atOffice, DAY_MS, MINUTE_MS } from './calendar';
import type { StoryBuilder } from './story-builder';
import { CONVERSATIONS, type Line } from './words/conversations';

/** When the company's number was connected: what people wrote before is not known. */
const CONNECTED_MS = 21 * DAY_MS;
const QUIET_MS = 5 * DAY_MS;

/** Gives conversations to some who are being attended to, the newest first. */
export function addConversations(told: readonly StoryBuilder[], now: number): void {
  const attended = told.filter(
    ({ lead, happened }) =>
      ['contactado', 'en_seguimiento'].includes(lead.estado) &&
      lead.whatsapp !== null &&
      lead.owner_id !== null &&
      now - lead.at < 2 * CONNECTED_MS &&
      happened.every(({ at }) => at < now - QUIET_MS),
  );
  for (const [place, { daysAgo, lines, waits }] of CONVERSATIONS.entries()) {
    const story = attended.at(-1 - place);
    if (!story) return;
    addLines(story, lines, atOffice(now - daysAgo * DAY_MS), now);
    if (waits) {
      const at = now - waits.minutesAgo * MINUTE_MS;
      story.write(at, { direction: 'in', kind: 'text', body: waits.text });
    }
  }
}

/** Tells the lines that have been written by now. */
export function addLines(story: StoryBuilder, lines: readonly Line[], from: number, now: number): void {
  let at = from;
  for (const { by, text, after, kind = 'text', reaction } of lines) {
    at += after * MINUTE_MS;
    if (at > now - MINUTE_MS) return;
    const author = by === 'owner' ? story.lead.owner_id : null;
    const direction = by === 'them' ? 'in' : 'out';
    story.write(at, { direction, kind, body: text || null, author, ...(reaction && { reaction }) });
  }
}

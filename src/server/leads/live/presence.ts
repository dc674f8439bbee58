import { randomUUID } from 'node:crypto';
import type { LeadViewers, Presence } from '~/shared/leads/presence';
import { log } from '../../log';
import { frame } from './updates';

type Panel = { account: string; name: string; send: (message: Uint8Array) => void };
type Shown = { leadId: number; isWriting: boolean };

/** Open panels, by stream id. Entries live as long as their stream, so none needs to expire. */
const panels = new Map<string, Panel & { shown?: Shown | undefined }>();

/** Adds a panel that shows no lead yet. Returns the id it identifies itself by. */
export function addPanel(panel: Panel): string {
  const id = randomUUID();
  panels.set(id, { ...panel });
  return id;
}

/** Removes a panel, and updates those who share its lead. */
export function removePanel(id: string): void {
  const shown = panels.get(id)?.shown;
  panels.delete(id);
  if (shown) sendPeople(shown.leadId);
}

/**
 * Notes which lead an account's panel shows, if any, and whether a note is being written. Ignores panels of other
 * processes, closed ones, and somebody else's.
 */
export function updatePresence(leadId: number, account: string, { stream, state }: Presence): void {
  const panel = panels.get(stream);
  if (panel?.account !== account) return;
  const before = panel.shown;
  // An 'away' that arrives late, for a lead already left, must not clear the new one.
  if (state === 'away' && before?.leadId !== leadId) return;
  panel.shown = state === 'away' ? undefined : { leadId, isWriting: state === 'writing' };
  if (before && before.leadId !== leadId) sendPeople(before.leadId);
  sendPeople(leadId);
}

/** Sends everybody who has this lead open who else has. */
function sendPeople(lead_id: number): void {
  const here = [...panels.values()].filter(({ shown }) => shown?.leadId === lead_id);
  const people: LeadViewers['people'] = here.map(({ account, name, shown }) => ({
    id: account,
    name,
    is_writing: shown?.isWriting === true,
  }));
  const message = frame('people', { lead_id, people });
  for (const { send } of here) {
    try {
      send(message);
    } catch (error) {
      // That session cannot be checked now. The others get the message all the same.
      log.error({ event: 'presence_failed', err: error });
    }
  }
}

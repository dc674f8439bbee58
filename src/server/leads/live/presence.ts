import { randomUUID } from 'node:crypto';
import type { Presence, WhoIsHere } from '~/shared/leads/presence';
import { log } from '../../log';

/** An open panel with a live stream. */
type Panel = { account: string; name: string; send: (message: Uint8Array) => void };
type Place = { leadId: number; isWriting: boolean };

const encoder = new TextEncoder();

/** Open panels, by stream id. Entries live as long as their stream, so none needs to expire. */
const panels = new Map<string, Panel & { place?: Place | undefined }>();

/** Adds a panel that shows no lead yet. Returns the id it identifies itself by. */
export function addPanel(panel: Panel): string {
  const id = randomUUID();
  panels.set(id, { ...panel });
  return id;
}

/** Removes a panel, and tells those who share its lead. */
export function removePanel(id: string): void {
  const place = panels.get(id)?.place;
  panels.delete(id);
  if (place) tell(place.leadId);
}

/**
 * Notes which lead an account's panel shows, if any, and whether a note is being written. Ignores panels of other
 * processes, closed ones, and somebody else's.
 */
export function updatePresence(leadId: number, account: string, { stream, state }: Presence): void {
  const panel = panels.get(stream);
  if (panel?.account !== account) return;
  const before = panel.place;
  // An 'away' that arrives late, for a lead already left, must not clear the new one.
  if (state === 'away' && before?.leadId !== leadId) return;
  panel.place = state === 'away' ? undefined : { leadId, isWriting: state === 'writing' };
  if (before && before.leadId !== leadId) tell(before.leadId);
  tell(leadId);
}

/** Tells everybody who has this lead open who else has. */
function tell(lead_id: number): void {
  const here = [...panels.values()].filter(({ place }) => place?.leadId === lead_id);
  const people: WhoIsHere['people'] = here.map(({ account, name, place }) => ({
    id: account,
    name,
    is_writing: place?.isWriting === true,
  }));
  const data: WhoIsHere = { lead_id, people };
  const message = encoder.encode(`event: people\ndata: ${JSON.stringify(data)}\n\n`);
  for (const { send } of here) {
    try {
      send(message);
    } catch (error) {
      // That session cannot be checked now. The others are told all the same.
      log.error({ event: 'presence_failed', err: error });
    }
  }
}

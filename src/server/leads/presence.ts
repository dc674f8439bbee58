import { randomUUID } from 'node:crypto';
import type { Presence, WhoIsHere } from '~/shared/leads/presence';
import { log } from '../log';

/** An open panel that hears of news. */
type Panel = { account: string; name: string; send: (message: Uint8Array) => void };
type Place = { leadId: number; isWriting: boolean };

const encoder = new TextEncoder();

/** By the id of its stream, with the lead that it shows. Nothing of it outlives the stream, so none has to expire. */
const panels = new Map<string, Panel & { place?: Place | undefined }>();

/** Adds a panel that shows no lead yet. Returns the id by which it says that it does. */
export function admitPanel(panel: Panel): string {
  const id = randomUUID();
  panels.set(id, { ...panel });
  return id;
}

/** A panel is gone, and nobody is told any more that it shows a lead. */
export function dismissPanel(id: string): void {
  const place = panels.get(id)?.place;
  panels.delete(id);
  if (place) tell(place.leadId);
}

/**
 * Notes that an account's panel shows a lead, in whose box a note is being written or not, or does so no more. Does nothing for a
 * panel that another process serves, that is gone, or that is somebody else's.
 */
export function notePlace(leadId: number, account: string, { stream, state }: Presence): void {
  const panel = panels.get(stream);
  if (panel?.account !== account) return;
  const before = panel.place;
  // What comes late of a lead that was left ends nothing.
  if (state === 'away' && before?.leadId !== leadId) return;
  panel.place = state === 'away' ? undefined : { leadId, isWriting: state === 'writing' };
  if (before && before.leadId !== leadId) tell(before.leadId);
  tell(leadId);
}

/** Tells those who have this lead open who does. */
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
      // Whether that session still stands cannot be read now. The others are told all the same.
      log.error({ event: 'presence_failed', err: error });
    }
  }
}

import { atom } from 'nanostores';

/** The panel's live stream, for what is loaded later. */
export const $stream = atom<EventSource | undefined>();
/** The server's id for it. */
export const $streamId = atom('');

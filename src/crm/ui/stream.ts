import { atom } from 'nanostores';

/** The panel's present stream of news, for what is loaded later. */
export const $stream = atom<EventSource | undefined>();
/** By which the server knows it. */
export const $streamId = atom('');

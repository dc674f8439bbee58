import { AsyncLocalStorage } from 'node:async_hooks';

/** Which request the current work belongs to, by its id; undefined outside of any. */
export const requestScope = new AsyncLocalStorage<string>();

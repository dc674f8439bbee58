import { AsyncLocalStorage } from 'node:async_hooks';

/** The id of the request that the present code works for; undefined outside of requests. */
export const requestScope = new AsyncLocalStorage<string>();

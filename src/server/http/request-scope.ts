import { AsyncLocalStorage } from 'node:async_hooks';

/** The request the running code works for: its id and, once known, the id of the user or token. */
export type RequestScope = { readonly id: string; user?: string; token?: string };

/** Undefined outside of requests. */
export const requestScope = new AsyncLocalStorage<RequestScope>();

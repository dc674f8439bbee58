import { AsyncLocalStorage } from 'node:async_hooks';

/** The request that the present code works for: its id, and who asks, once that is known: a user's id, or a token's. */
export type RequestScope = { readonly id: string; user?: string; token?: string };

/** Undefined outside of requests. */
export const requestScope = new AsyncLocalStorage<RequestScope>();

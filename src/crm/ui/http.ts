import { callApi } from '../api-client';

type Options = Omit<NonNullable<Parameters<typeof callApi>[1]>, 'method' | 'body'>;

/** callApi by method, for what loads after the panel's first scripts. Throws ApiError. */
export const post = <Answer = void>(path: string, body?: unknown, options?: Options) =>
  callApi<Answer>(path, { method: 'POST', body, ...options });
export const put = <Answer = void>(path: string, body: unknown) =>
  callApi<Answer>(path, { method: 'PUT', body });
export const patch = <Answer = void>(path: string, body: unknown, options?: Options) =>
  callApi<Answer>(path, { method: 'PATCH', body, ...options });
/** DELETE, which is a reserved word. */
export const del = <Answer = void>(path: string, body?: unknown) =>
  callApi<Answer>(path, { method: 'DELETE', body });

import { parseCookie, stringifySetCookie } from 'cookie';
import type { CookieOptions, Cookies } from './cookies';

/** Reads a Cookie header and collects the answer's cookies. */
export class RequestCookies implements Cookies {
  readonly #given: Record<string, string | undefined>;
  readonly #set = new Map<string, string>();

  constructor(header: string | undefined) {
    this.#given = header ? parseCookie(header) : {};
  }

  get(name: string): { value: string } | undefined {
    const value = this.#given[name];
    return value === undefined ? undefined : { value };
  }

  set(name: string, value: string, options: CookieOptions): void {
    this.#given[name] = value;
    this.#set.set(name, stringifySetCookie({ name, value, ...options }));
  }

  delete(name: string, { maxAge: _, ...options }: CookieOptions): void {
    delete this.#given[name];
    this.#set.set(name, stringifySetCookie({ name, value: '', ...options, expires: new Date(0) }));
  }

  toHeaders(): string[] {
    return [...this.#set.values()];
  }
}

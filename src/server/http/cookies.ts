import { parseCookie, stringifySetCookie } from 'cookie';
import { getSettings } from '../env';

type CookieOptions = {
  httpOnly: boolean;
  sameSite: 'lax' | 'strict';
  path: string;
  secure: boolean;
  /** Seconds. */
  maxAge?: number;
};

/** Reads and sets cookies: Astro's own for pages, ours for endpoints. */
export type Cookies = {
  get: (name: string) => { value: string } | undefined;
  set: (name: string, value: string, options: CookieOptions) => void;
  delete: (name: string, options: CookieOptions) => void;
};

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

/** A cookie only the server reads. Over TLS `__Host-` binds it to this host; browsers refuse that on plain http. */
export function ownCookie(base: string) {
  const isSecure = () => getSettings().SITE_URL.startsWith('https:');
  const name = () => (isSecure() ? `__Host-${base}` : base);
  const options = (): CookieOptions => ({ httpOnly: true, sameSite: 'lax', path: '/', secure: isSecure() });
  return {
    read: (cookies: Pick<Cookies, 'get'>) => cookies.get(name())?.value,
    /** `maxAge` is in seconds. */
    set: (cookies: Cookies, value: string, maxAge: number) => cookies.set(name(), value, { ...options(), maxAge }),
    remove: (cookies: Cookies) => cookies.delete(name(), options()),
  };
}

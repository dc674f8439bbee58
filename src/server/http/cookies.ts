export type CookieOptions = {
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

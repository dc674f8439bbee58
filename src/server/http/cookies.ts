/** How long, where and to whom a cookie is sent. */
export type CookieOptions = {
  httpOnly: boolean;
  sameSite: 'lax' | 'strict';
  path: string;
  secure: boolean;
  /** Seconds. */
  maxAge?: number;
};

/** The cookies of a request and its answer: what Astro's own offer pages, and the API's router offers endpoints. */
export type Cookies = {
  get: (name: string) => { value: string } | undefined;
  set: (name: string, value: string, options: CookieOptions) => void;
  delete: (name: string, options: CookieOptions) => void;
};

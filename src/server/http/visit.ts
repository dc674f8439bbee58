import type { IncomingMessage, ServerResponse } from 'node:http';
import { cleanLine } from '~/shared/clean-text';
import { AppError } from '../app-error';
import { getSettings } from '../env';
import { RequestCookies } from './cookies';
import { wantsJson } from './errors';

const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

/** One request, as endpoints and operations see it. */
export class Visit {
  readonly url: URL;
  readonly cookies: RequestCookies;
  /** The visitor's address, behind TRUSTED_PROXY_HOPS proxies. */
  readonly address: string;
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #body: Buffer | undefined;
  #abort: AbortController | undefined;

  constructor(request: IncomingMessage, response: ServerResponse, address: string, body?: Buffer) {
    this.url = new URL(request.url ?? '/', getSettings().SITE_URL);
    this.cookies = new RequestCookies(request.headers.cookie);
    this.address = address;
    this.#request = request;
    this.#response = response;
    this.#body = body;
  }

  get method(): string {
    return this.#request.method ?? 'GET';
  }

  /** A header by its lower-case name; null if missing. */
  header(name: string): string | null {
    const value = this.#request.headers[name];
    return (Array.isArray(value) ? value.join(', ') : value) ?? null;
  }

  /** What the browser calls itself, at most 255 characters; null if it does not. */
  get userAgent(): string | null {
    return cleanLine(this.header('user-agent') ?? '').slice(0, 255) || null;
  }

  /** The body's media type, without parameters. */
  get contentType(): string {
    return this.header('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  }

  get wantsJson(): boolean {
    return wantsJson(this.#request);
  }

  get bodySize(): number {
    return this.#body?.byteLength ?? 0;
  }

  /** The raw body, of an endpoint that takes a file. */
  get file(): Buffer {
    return this.#body ?? Buffer.alloc(0);
  }

  /** The body as text. Throws AppError `malformed` if it is not UTF-8. */
  readText(): string {
    try {
      return strictUtf8.decode(this.#body);
    } catch {
      throw new AppError('malformed');
    }
  }

  /** Sets a header of the answer, whatever it turns out to be. */
  setHeader(name: string, value: string): void {
    this.#response.setHeader(name, value);
  }

  /** Lets pages of that other site read the answer (CORS). */
  letRead(origin: string): void {
    this.#response.setHeader('access-control-allow-origin', origin);
    this.#response.appendHeader('vary', 'Origin');
  }

  /** Aborts when the client disconnects before the answer is complete. */
  get signal(): AbortSignal {
    if (!this.#abort) {
      const abort = new AbortController();
      this.#abort = abort;
      const close = () => {
        if (!this.#response.writableFinished) abort.abort();
      };
      if (this.#response.closed) close();
      else this.#response.once('close', close);
    }
    return this.#abort.signal;
  }
}

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { EndpointRequest } from './endpoint';

/** A request whose body has been read. */
export type IncomingWithBody = IncomingMessage & { body?: Uint8Array<ArrayBuffer> };

/** The part of a Request that endpoints read, straight from Node's: making a real one costs as much as a short answer. */
export class ApiRequest implements EndpointRequest {
  readonly method: string;
  readonly headers: EndpointRequest['headers'];
  readonly #incoming: IncomingWithBody;
  readonly #response: ServerResponse;
  #abort: AbortController | undefined;

  constructor(incoming: IncomingWithBody, response: ServerResponse) {
    this.#incoming = incoming;
    this.#response = response;
    this.method = incoming.method ?? 'GET';
    this.headers = {
      get(name) {
        const value = incoming.headers[name.toLowerCase()];
        return (Array.isArray(value) ? value.join(', ') : value) ?? null;
      },
    };
  }

  /** Fires when the caller goes away before the answer is complete. */
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

  async arrayBuffer(): Promise<ArrayBuffer> {
    return this.#incoming.body?.buffer ?? new ArrayBuffer(0);
  }
}

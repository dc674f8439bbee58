type Headers = Record<string, string>;

/** A complete answer: JSON, a small page, or nothing. Never cached. `Value` is what the JSON holds. */
export class WholeAnswer<Value = unknown> {
  readonly headers: Headers;

  /** `text`: the body; undefined for none. `value`: what it serialises. */
  constructor(
    readonly status: number,
    readonly text: string | undefined,
    headers: Headers,
    readonly value?: Value,
  ) {
    this.headers = { 'cache-control': 'no-store', ...headers };
  }
}

/** A page of src/pages, rendered with the endpoint's data. */
export class PageAnswer {
  constructor(
    readonly path: string,
    readonly locals: App.Locals,
  ) {}
}

/** An endpoint's result. Response is for streams only: it is slower than the other two. */
export type Answer = WholeAnswer | PageAnswer | Response;

export function answerJson<Value>(value: Value, status = 200, headers?: Headers): WholeAnswer<Value> {
  return new WholeAnswer(status, JSON.stringify(value), { 'content-type': 'application/json', ...headers }, value);
}

/** 204: done, without a body. */
export function noContent(headers: Headers = {}): WholeAnswer<undefined> {
  return new WholeAnswer(204, undefined, headers);
}

/** 303: redirects the browser to `location` with a GET. */
export function seeOther(location: string): WholeAnswer {
  return new WholeAnswer(303, undefined, { location });
}

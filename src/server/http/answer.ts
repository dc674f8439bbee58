type Headers = Record<string, string>;

/** An answer that is there in full: JSON, a small page, or nothing at all. Nobody may keep it. */
export class WholeAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** The body; undefined where there is none. */
  readonly text: string | undefined;

  constructor(status: number, text: string | undefined, headers: Headers) {
    this.status = status;
    this.text = text;
    this.headers = { 'cache-control': 'no-store', ...headers };
  }
}

/** A page of src/pages, drawn with what the endpoint tells it. */
export class PageAnswer {
  readonly path: string;
  readonly locals: App.Locals;

  constructor(path: string, locals: App.Locals) {
    this.path = path;
    this.locals = locals;
  }
}

/** What an endpoint answers. A Response, for what is streamed, costs more to make than most answers do. */
export type Answer = WholeAnswer | PageAnswer | Response;

/** `value` as JSON. */
export function answerJson(value: unknown, status = 200, headers?: Headers): WholeAnswer {
  return new WholeAnswer(status, JSON.stringify(value), { 'content-type': 'application/json', ...headers });
}

/** 204: done, and nothing to say. */
export function noContent(headers: Headers = {}): WholeAnswer {
  return new WholeAnswer(204, undefined, headers);
}

/** 303: what comes next is there. */
export function seeOther(location: string): WholeAnswer {
  return new WholeAnswer(303, undefined, { location });
}

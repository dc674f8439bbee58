type Headers = Record<string, string>;

/** JSON, or nothing at all: what nearly every endpoint answers. Nobody may keep it. */
export class JsonAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** The body; undefined where there is none. */
  readonly text: string | undefined;

  constructor(status: number, value: unknown, headers: Headers = {}) {
    this.status = status;
    this.text = JSON.stringify(value);
    this.headers = {
      'cache-control': 'no-store',
      ...(this.text !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    };
  }
}

/** What an endpoint answers. A Response, for what is not JSON, costs more to make than most answers do. */
export type Answer = JsonAnswer | Response;

/** `value` as JSON. */
export function answerJson(value: unknown, status = 200, headers?: Headers): JsonAnswer {
  return new JsonAnswer(status, value, headers);
}

/** 204: done, and nothing to say. */
export function noContent(headers?: Headers): JsonAnswer {
  return new JsonAnswer(204, undefined, headers);
}

/** The answer as Astro wants it. */
export function toResponse(answer: Answer): Response {
  if (answer instanceof Response) return answer;
  return new Response(answer.text ?? null, answer);
}

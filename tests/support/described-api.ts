import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import { expect } from 'vitest';
import { type Answer, call } from './http';
import type { Received } from './receiver';
import type { TestServer } from './server';

type Schema = Record<string, unknown>;
export type Operation = {
  operationId: string;
  /** Scopes of which the token needs one. */
  security: { token: string[] }[];
  parameters?: { name: string; in: string; required?: boolean }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, { schema: Schema }>; headers?: Schema }>;
};
type Document = { paths: Record<string, Record<string, Operation>> };

type Sent = {
  id?: number | string;
  query?: Record<string, string>;
  body?: unknown;
  secret?: string | null;
  headers?: Record<string, string>;
};

/** The server's OpenAPI description, against which every answer is validated. */
export type DescribedApi = {
  document: Document;
  /** Keyed like 'GET /api/leads/{id}'. */
  operations: Map<string, Operation>;
  /** Performs a call; fails if the answer, or the body of an accepted request, is not as described. */
  ask: (name: string, sent?: Sent) => Promise<Answer>;
  /** Each call with each status seen: 'GET /api/leads 200'. */
  seen: Set<string>;
  /** Fails if a webhook message deviates from the description: its body, or its id and event headers. */
  judgeMessage: (message: Received) => void;
};

/** The description allows extra fields for forward compatibility; here each field must be described. */
function close<Part>(part: Part): Part {
  if (Array.isArray(part)) return part.map(close) as Part;
  if (typeof part !== 'object' || part === null) return part;
  const closed = Object.fromEntries(Object.entries(part).map(([name, inner]) => [name, close(inner)]));
  const isObject = closed.type === 'object' && 'properties' in closed;
  return {
    ...closed,
    ...(isObject && !('additionalProperties' in closed) && { additionalProperties: false }),
  } as Part;
}

export async function readDescribedApi(server: TestServer, secret = ''): Promise<DescribedApi> {
  const { json: document } = (await call(server, '/api/openapi.json', { origin: null })) as {
    json: Document;
  };
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  ajv.addSchema(close(document), 'api');
  const operations = new Map<string, Operation>(
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
    ),
  );
  const judges = new Map<string, ValidateFunction>();
  function judge(pointer: string[], value: unknown, what: string) {
    const ref = `api#/${pointer.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`;
    const validate = judges.get(ref) ?? ajv.compile({ $ref: ref });
    judges.set(ref, validate);
    validate(value);
    expect(validate.errors ?? [], what).toEqual([]);
  }

  const seen = new Set<string>();
  async function ask(name: string, { id, query, body, headers, ...sent }: Sent = {}): Promise<Answer> {
    const [method = '', path = ''] = name.split(' ');
    const operation = operations.get(name);
    if (!operation) throw new Error(`${name} is not described`);
    const token = sent.secret === undefined ? secret : sent.secret;
    const search = query ? `?${new URLSearchParams(query)}` : '';
    const answer = await call(server, path.replace('{id}', String(id)) + search, {
      method,
      body,
      origin: null,
      headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers },
    });
    const what = `${name} ${answer.status}`;
    seen.add(what);
    const described = operation.responses[answer.status];
    expect(Object.keys(operation.responses), what).toContain(String(answer.status));
    const at = ['paths', path, method.toLowerCase()];
    if (described?.content) {
      expect(answer.headers.get('content-type'), what).toBe('application/json');
      const pointer = [...at, 'responses', String(answer.status), 'content', 'application/json', 'schema'];
      judge(pointer, answer.json, what);
    } else expect(answer.text, what).toBe('');
    for (const header of Object.keys(described?.headers ?? {}))
      expect(answer.headers.get(header), `${what} ${header}`).not.toBeNull();
    if (answer.status < 300 && body !== undefined)
      judge([...at, 'requestBody', 'content', 'application/json', 'schema'], body, `${what}, its request`);
    return answer;
  }
  function judgeMessage({ body, headers }: Received): void {
    const message = JSON.parse(body);
    const { 'webhook-event': event, 'webhook-id': id } = headers;
    expect(message).toMatchObject({ type: event, id });
    const pointer = ['webhooks', String(event), 'post', 'requestBody', 'content', 'application/json', 'schema'];
    judge(pointer, message, `a message of ${event}`);
  }
  return { document, operations, ask, seen, judgeMessage };
}

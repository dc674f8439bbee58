import Ajv2020 from 'ajv/dist/2020';
import { expect, test } from 'vitest';
import type { Endpoint } from '~/server/http/endpoint';
import { listRoutes } from '~/server/http/router';
import { describeApi } from '~/server/openapi/document';
import { WEBHOOK_EVENTS } from '~/shared/webhooks/limits';

const SITE = 'https://crm.ejemplo.com';

type Content = Record<string, { schema: Schema; example?: unknown }>;
type Schema = Record<string, unknown>;
type Call = {
  operationId: string;
  summary: string;
  tags: string[];
  requestBody?: { content: Content };
  parameters?: { name: string; description?: string; schema: { description?: string } }[];
  responses: Record<string, { content?: Content }>;
};

async function readDocument() {
  const document = JSON.parse(JSON.stringify(await describeApi(SITE)));
  const paths = document.paths as Record<string, Record<string, Call>>;
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => [`${method.toUpperCase()} ${path}`, call] as const),
  );
  return { document, calls };
}

test('each call has a name of its own, a summary and a tag', async () => {
  const { calls } = await readDocument();
  const ids = calls.map(([, { operationId }]) => operationId);
  expect(new Set(ids).size).toBe(ids.length);
  expect(calls.filter(([, { summary, tags }]) => !summary || tags.length !== 1)).toEqual([]);
});

test('each parameter, also each header of a message, says what it means', async () => {
  const { document, calls } = await readDocument();
  const messages = Object.entries(document.webhooks as Record<string, { post: Call }>);
  expect(messages.map(([event]) => event)).toEqual([...WEBHOOK_EVENTS]);
  const silent = [...calls, ...messages.map(([event, { post }]) => [event, post] as const)].flatMap(
    ([name, { parameters = [] }]) =>
      parameters
        .filter(({ description, schema }) => !(description ?? schema.description))
        .map((parameter) => `${name}: ${parameter.name}`),
  );
  expect(silent).toEqual([]);
});

test('each has an example of what it takes, which it would take, and of what it answers', async () => {
  const { document, calls } = await readDocument();
  const endpoints = new Map<string, Endpoint | undefined>();
  for (const { path, load } of listRoutes())
    for (const [method, endpoint] of Object.entries(await load())) endpoints.set(`${method} ${path}`, endpoint);
  const written = (schema: unknown): string =>
    JSON.stringify(schema).replace(/"#\/components\/schemas\/(\w+)"/g, (_, name) =>
      written(document.components.schemas[name]),
    );
  for (const [name, { requestBody, responses }] of calls) {
    if (requestBody) {
      const { example } = requestBody.content['application/json'] ?? {};
      expect(endpoints.get(name)?.forPrograms?.body?.safeParse(example), name).toMatchObject({ success: true });
    }
    for (const [status, { content }] of Object.entries(responses))
      if (content) expect(written(content), `${name} ${status}`).toContain('"examples":');
  }
});

test('every example is one of its schema', async () => {
  const { document } = await readDocument();
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(document, 'api');
  const faults: string[] = [];
  let count = 0;
  const visit = (part: unknown, at: string) => {
    if (typeof part !== 'object' || part === null) return;
    const { examples } = part as { examples?: unknown };
    if (Array.isArray(examples)) {
      const validate = ajv.compile({ $ref: `api#${at}` });
      for (const example of examples) {
        count++;
        if (!validate(example)) faults.push(`${at}: ${ajv.errorsText(validate.errors)}`);
      }
    }
    for (const [key, value] of Object.entries(part))
      if (key !== 'examples' && key !== 'example')
        visit(value, `${at}/${encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))}`);
  };
  visit(document, '');
  expect(count).toBeGreaterThan(20);
  expect(faults).toEqual([]);
});

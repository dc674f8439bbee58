import {
  type CreateDocumentOptions,
  createDocument,
  type ZodOpenApiObject,
  type ZodOpenApiOperationObject,
  type ZodOpenApiResponsesObject,
} from 'zod-openapi';
import { errorBodySchema, noBody } from '~/shared/answers';
import { rowIdSchema } from '~/shared/row-id';
import { apiStrings } from '~/shared/strings/api/document';
import { crmStrings } from '~/shared/strings/crm';
import { scopesFor } from '~/shared/tokens/token';
import { z } from '~/shared/zod';
import type { Opening } from '../http/endpoint';
import { listRoutes } from '../http/router';

/** Of the description, not of the product: it changes when a call or a field does. */
const VERSION = '1.1.0';
const JSON_TYPE = 'application/json';
const TOKEN = 'token';

/** What every call may answer. */
const ALWAYS = [400, 401, 403, 429, 500, 503];
const OF_BODY = [413, 415, 422];

const HEAD = {
  openapi: '3.1.1',
  info: { title: apiStrings.title(crmStrings.brand), version: VERSION, description: apiStrings.description },
} satisfies ZodOpenApiObject;

const REFINED: CreateDocumentOptions = {
  override({ jsonSchema, zodSchema, io }) {
    // Answers may gain fields, and a client that was made before goes on.
    if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    // A path's id is read from text, and is a number to whoever sends it.
    if (zodSchema !== rowIdSchema || io !== 'input') return;
    for (const key of Object.keys(jsonSchema)) Reflect.deleteProperty(jsonSchema, key);
    Object.assign(jsonSchema, { type: 'integer', minimum: 1 });
  },
};

/** The document, made of what the endpoints themselves use. `site`: where this server is. */
export async function describeApi(site: string): Promise<object> {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const { path, load } of listRoutes()) {
    const open = Object.entries(await load()).flatMap(([method, endpoint]) =>
      endpoint?.open ? [[method.toLowerCase(), describeOperation(method, path, endpoint.open)]] : [],
    );
    if (open.length > 0) paths[path] = Object.fromEntries(open);
  }
  return createDocument(
    {
      ...HEAD,
      servers: [{ url: site }],
      tags: Object.values(apiStrings.tags).map(({ name, description }) => ({ name, description })),
      security: [{ [TOKEN]: [] }],
      paths,
      components: {
        securitySchemes: { [TOKEN]: { type: 'http', scheme: 'bearer', description: apiStrings.token } },
      },
    },
    REFINED,
  );
}

function describeOperation(method: string, path: string, open: Opening): ZodOpenApiOperationObject {
  const { area, params, query, body, answer, status, keyed, errors } = open;
  const names = apiStrings.operations[`${method} ${path}`];
  if (!names) throw new Error(`${method} ${path} has no name and no summary`);
  const refusals = new Set([
    ...ALWAYS,
    ...(params ? [404] : []),
    ...(query ? [422] : []),
    ...(body ? OF_BODY : []),
    ...errors,
  ]);
  return {
    operationId: names.id,
    summary: names.summary,
    tags: [tagOf(path)],
    // One of these is enough.
    security: scopesFor(area, method !== 'GET').map((scope) => ({ [TOKEN]: [scope] })),
    requestParams: {
      ...(params && { path: params as z.ZodObject }),
      ...(query && { query: query as z.ZodObject }),
      ...(keyed && { header: idempotencyHeader }),
    },
    ...(body && {
      requestBody: { required: true, content: { [JSON_TYPE]: { schema: body, example: names.example } } },
    }),
    responses: {
      [status]: {
        description: apiStrings.statuses[status],
        ...(answer !== noBody && { content: { [JSON_TYPE]: { schema: answer } } }),
      },
      ...Object.fromEntries([...refusals].sort().map((code) => [code, describeRefusal(code)])),
    } as ZodOpenApiResponsesObject,
  };
}

function describeRefusal(status: number) {
  const header = { 401: 'WWW-Authenticate', 429: 'Retry-After', 503: 'Retry-After' }[status];
  return {
    description: apiStrings.statuses[status as keyof typeof apiStrings.statuses],
    ...(header && { headers: { [header]: { schema: { type: 'string' as const } } } }),
    content: { [JSON_TYPE]: { schema: errorBodySchema } },
  };
}

const idempotencyHeader = z.object({
  'Idempotency-Key': z
    .string()
    .max(255)
    .optional()
    .meta({ description: apiStrings.idempotencyKey, examples: ['ejecucion-4711'] }),
});

function tagOf(path: string): string {
  const { notes, agents, companies, reports, leads } = apiStrings.tags;
  const tag = [notes, agents, companies, reports].find((_, index) =>
    path.includes(['/notes', '/agents', '/companies', '/reports'][index] ?? ''),
  );
  return (tag ?? leads).name;
}

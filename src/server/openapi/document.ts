import {
  type CreateDocumentOptions,
  createDocument,
  type oas31,
  type ZodOpenApiObject,
  type ZodOpenApiOperationObject,
  type ZodOpenApiResponsesObject,
} from 'zod-openapi';
import { errorBodySchema, noBody } from '~/shared/answers';
import { rowIdSchema } from '~/shared/row-id';
import { apiStrings } from '~/shared/strings/api/document';
import { ownParameterStrings, parameterStrings } from '~/shared/strings/api/parameters';
import { crmStrings } from '~/shared/strings/crm';
import { webhookEventNames } from '~/shared/strings/deliveries';
import { scopesFor } from '~/shared/tokens/token';
import { WEBHOOK_EVENTS, type WebhookEvent } from '~/shared/webhooks/limits';
import { messageHeaders, messageSchema } from '~/shared/webhooks/webhook-message';
import { z } from '~/shared/zod';
import type { ProgramCall } from '../http/endpoint';
import { listRoutes } from '../http/router';

/** The description's version, not the product's: it changes with a call or a field. */
const VERSION = '1.2.0';
const JSON_TYPE = 'application/json';
const TOKEN = 'token';

/** What every call may answer. */
const ALWAYS = [400, 401, 403, 429, 500, 503];
const BODY_STATUSES = [413, 415, 422];

const HEAD = {
  openapi: '3.1.1',
  info: { title: apiStrings.title(crmStrings.brand), version: VERSION, description: apiStrings.description },
} satisfies ZodOpenApiObject;

const REFINED: CreateDocumentOptions = {
  override({ jsonSchema, zodSchema, io }) {
    // Answers may gain fields without breaking existing clients.
    if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    // A path's id is parsed from text, but is a number to its sender.
    if (zodSchema !== rowIdSchema || io !== 'input') return;
    for (const key of Object.keys(jsonSchema)) Reflect.deleteProperty(jsonSchema, key);
    Object.assign(jsonSchema, { type: 'integer', minimum: 1 });
  },
};

/** The document, made from what the endpoints themselves use. `site` is this server's origin. */
export async function describeApi(site: string): Promise<object> {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const { path, load } of listRoutes()) {
    const calls = Object.entries(await load()).flatMap(([method, endpoint]) =>
      endpoint?.forPrograms ? [[method.toLowerCase(), describeOperation(method, path, endpoint.forPrograms)]] : [],
    );
    if (calls.length > 0) paths[path] = Object.fromEntries(calls);
  }
  const document = createDocument(
    {
      ...HEAD,
      servers: [{ url: site }],
      tags: Object.values(apiStrings.tags).map(({ name, description }) => ({ name, description })),
      security: [{ [TOKEN]: [] }],
      paths,
      webhooks: Object.fromEntries(WEBHOOK_EVENTS.map((event) => [event, { post: describeMessage(event) }])),
      components: {
        securitySchemes: { [TOKEN]: { type: 'http', scheme: 'bearer', description: apiStrings.token } },
      },
    },
    REFINED,
  );
  for (const item of Object.values({ ...document.paths, ...document.webhooks }))
    for (const operation of Object.values(item as Record<string, oas31.OperationObject>)) explainParameters(operation);
  return document;
}

/** A description next to the schema wins. */
function explainParameters({ operationId = '', parameters = [] }: oas31.OperationObject): void {
  for (const parameter of parameters) {
    if (!('name' in parameter)) continue;
    const { name } = parameter;
    const text = ownParameterStrings[operationId]?.[name] ?? parameterStrings[name];
    if (text) parameter.description ??= text;
  }
}

function describeOperation(method: string, path: string, call: ProgramCall): ZodOpenApiOperationObject {
  const { area, params, query, body, answer, status, or, keyed, tagged, errors } = call;
  const condition = tagged ? conditionOf[method] : undefined;
  const names = apiStrings.operations[`${method} ${path}`];
  if (!names) throw new Error(`${method} ${path} has no name and no summary`);
  const refusals = new Set([
    ...ALWAYS,
    ...(params ? [404] : []),
    ...(query ? [422] : []),
    ...(body ? BODY_STATUSES : []),
    ...errors,
    ...(condition === ifMatchHeader ? [412] : []),
  ]);
  const headers = { ...rateHeaders, ...(tagged && versionHeader) };
  const described = { headers, ...(answer !== noBody && { content: { [JSON_TYPE]: { schema: answer } } }) };
  return {
    operationId: names.id,
    summary: names.summary,
    tags: [tagOf(path)],
    // Any one of these suffices.
    security: scopesFor(area, method !== 'GET').map((scope) => ({ [TOKEN]: [scope] })),
    requestParams: {
      ...(params && { path: params as z.ZodObject }),
      ...(query && { query: query as z.ZodObject }),
      ...(keyed && { header: idempotencyHeader }),
      ...(condition && { header: condition }),
    },
    ...(body && {
      requestBody: { required: true, content: { [JSON_TYPE]: { schema: body, example: names.example } } },
    }),
    responses: {
      [status]: { description: apiStrings.statuses[status], ...described },
      ...(or && { [or]: { description: apiStrings.statuses.found, ...described } }),
      ...(condition === ifNoneMatchHeader && { 304: { description: apiStrings.statuses[304], headers } }),
      ...Object.fromEntries([...refusals].sort().map((code) => [code, describeRefusal(code)])),
    } as ZodOpenApiResponsesObject,
  };
}

/** What a destination is sent, and what its answers mean. */
function describeMessage(event: WebhookEvent): ZodOpenApiOperationObject {
  const { tags, answersToMessages } = apiStrings;
  return {
    operationId: `on${event.replace(/(?:^|\.)(\w)/g, (_, first: string) => first.toUpperCase())}`,
    summary: webhookEventNames[event],
    tags: [tags.webhooks.name],
    security: [],
    requestParams: { header: messageHeaders },
    requestBody: { required: true, content: { [JSON_TYPE]: { schema: messageSchema(event) } } },
    responses: Object.fromEntries(
      Object.entries(answersToMessages).map(([status, description]) => [status, { description }]),
    ) as ZodOpenApiResponsesObject,
  };
}

function describeRefusal(status: number) {
  const header = { 401: 'WWW-Authenticate', 429: 'Retry-After', 503: 'Retry-After' }[status];
  return {
    description: apiStrings.statuses[status as keyof typeof apiStrings.statuses],
    ...(header && { headers: { [header]: { schema: TEXT }, ...(status === 429 && rateHeaders) } }),
    content: { [JSON_TYPE]: { schema: errorBodySchema } },
  };
}

const TEXT = { type: 'string' as const };

/** In every answer to a valid token. */
const rateHeaders = {
  'RateLimit-Policy': { schema: TEXT, description: apiStrings.ratePolicy },
  RateLimit: { schema: TEXT, description: apiStrings.rate },
};

const versionHeader = { ETag: { schema: TEXT, description: apiStrings.version } };

const ifNoneMatchHeader = z.object({
  'If-None-Match': z.string().optional().meta({ description: apiStrings.ifNoneMatch }),
});

const ifMatchHeader = z.object({
  'If-Match': z.string().optional().meta({ description: apiStrings.ifMatch }),
});

const conditionOf: Record<string, z.ZodObject | undefined> = { GET: ifNoneMatchHeader, PATCH: ifMatchHeader };

const idempotencyHeader = z.object({
  'Idempotency-Key': z
    .string()
    .max(255)
    .optional()
    .meta({ description: apiStrings.idempotencyKey, examples: ['ejecucion-4711'] }),
});

function tagOf(path: string): string {
  const { leads, ...others } = apiStrings.tags;
  const found = Object.entries(others).find(([name]) => path.includes(`/${name}`));
  return (found?.[1] ?? leads).name;
}

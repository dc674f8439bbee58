import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Meta, MetaRefusal, MetaSent, MetaTemplate } from './meta';
import { makeWamid, postWebhook, statusOf, webhookOf } from './meta-webhooks.ts';

const DOWNLOADS = '/attachments/';

/** Answers a request to the Graph API, as described at developers.facebook.com/docs/whatsapp/cloud-api. */
export async function answerMeta(
  meta: Meta,
  request: IncomingMessage,
  body: string,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '', meta.origin);
  const path = url.pathname.replace(/^\/v\d+\.\d+/, '');
  meta.asked.push(`${request.method} ${path}${url.search}`);
  if (meta.delayMs > 0) await wait(meta.delayMs);
  await meta.held;
  const tell = (value: object, status = 200) => {
    response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8' });
    response.end(JSON.stringify(value));
  };
  const refuse = (refusal: MetaRefusal) => {
    if (refusal.retryAfterS) response.setHeader('retry-after', refusal.retryAfterS);
    tell(errorOf(refusal), refusal.status ?? 400);
  };

  if (request.headers.authorization !== `Bearer ${meta.token}`) return refuse(EXPIRED);
  if (path === DOWNLOADS) return download(meta, url.searchParams.get('mid') ?? '', response);
  const [, id = '', edge] = path.split('/');
  if (request.method === 'POST' && id === meta.number.id && edge === 'messages') {
    const asked = readJson(body);
    const refusal = meta.refusals.shift() ?? refuseMessage(meta, asked);
    if (refusal) return refuse(refusal);
    const sent = { ...asked, to: (asked.to ?? '').replace(/\D/g, ''), wamid: makeWamid() } as MetaSent;
    meta.sent.push(sent);
    if (isClosedFor(meta, sent)) reportClosed(meta, sent);
    if (meta.lostAnswers > 0) {
      meta.lostAnswers--;
      request.socket.destroy();
      return;
    }
    return tell({
      messaging_product: 'whatsapp',
      contacts: [asked.to ? { input: asked.to, wa_id: sent.to } : { input: asked.recipient, user_id: asked.recipient }],
      messages: [{ id: sent.wamid, ...(sent.template && { message_status: 'accepted' }) }],
    });
  }
  if (request.method !== 'GET') return refuse({ code: 100, message: 'Unsupported post request.', subcode: 33 });
  if (id === meta.number.id && !edge) return tell(onlyFields(meta.number, url));
  if (id === meta.businessAccountId && edge === 'phone_numbers') return tell({ data: [meta.number] });
  if (id === meta.businessAccountId && edge === 'message_templates') return tell(listTemplates(meta, url));
  const file = meta.files.get(id);
  if (file && !file.isGone && !edge)
    return tell({
      messaging_product: 'whatsapp',
      url: `${meta.origin}${DOWNLOADS}?mid=${id}&ext=${Math.floor(Date.now() / 1000) + 300}`,
      mime_type: file.mime_type,
      sha256: createHash('sha256').update(file.bytes).digest('hex'),
      file_size: file.bytes.byteLength,
      id,
    });
  return refuse({
    code: 100,
    subcode: 33,
    message:
      `Unsupported get request. Object with ID '${id}' does not exist, cannot be loaded due to missing ` +
      'permissions, or does not support this operation.',
  });
}

const EXPIRED: MetaRefusal = {
  code: 190,
  status: 401,
  subcode: 463,
  message: 'Error validating access token: Session has expired.',
};

const MESSAGES: Record<number, string> = {
  80007: 'Rate limit issues',
  130429: 'Rate limit hit',
  131026: 'Message undeliverable',
  131047: 'Re-engagement message',
  131051: 'Unsupported message type',
  132000: 'Template Param Count Mismatch',
  132001: 'Template does not exist',
};

const errorOf = ({ code, subcode, message = MESSAGES[code] ?? 'Something went wrong', details }: MetaRefusal) => ({
  error: {
    message: `(#${code}) ${message}`,
    type: 'OAuthException',
    code,
    ...(subcode && { error_subcode: subcode }),
    ...(details && { error_data: { messaging_product: 'whatsapp', details } }),
    fbtrace_id: 'AyuVKgfXPAYcIBsQxYKdGbP',
  },
});

// biome-ignore lint/suspicious/noExplicitAny: a program's request, judged below
function readJson(text: string): any {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

/** Why a message is refused; null if it is accepted. */
function refuseMessage(meta: Meta, asked: ReturnType<typeof readJson>): MetaRefusal | null {
  const invalid = (details: string): MetaRefusal => ({ code: 100, message: 'Invalid parameter', details });
  if (asked.messaging_product !== 'whatsapp')
    return { code: 100, message: 'The parameter messaging_product is required.' };
  const isToUser = asked.to === undefined && /^[A-Z]{2}\.[A-Za-z0-9]{1,128}$/.test(asked.recipient);
  if (!isToUser && (typeof asked.to !== 'string' || !/^\+?\d{7,15}$/.test(asked.to)))
    return { code: 131009, message: 'Parameter value is not valid', details: 'to' };
  const named = asked.biz_opaque_callback_data;
  if (named !== undefined && (typeof named !== 'string' || named.length > 512))
    return invalid('biz_opaque_callback_data must be a string of at most 512 characters');
  if (isClosedFor(meta, asked) && meta.reportsClosedBy === 'error') return { code: 131047 };
  if (asked.type === 'template') return refuseTemplate(meta, asked.template);
  if ((asked.type ?? 'text') !== 'text') return { code: 131051 };
  const { body } = asked.text ?? {};
  if (typeof body !== 'string' || body === '') return { code: 131008, message: 'Required parameter is missing' };
  if (body.length > 4096) return invalid("Param text['body'] must be at most 4096 characters long.");
  return null;
}

function refuseTemplate({ templates }: Meta, asked: MetaSent['template']): MetaRefusal | null {
  const code = asked?.language?.code;
  const template = templates.find(({ name, language }) => name === asked?.name && language === code);
  if (template?.status !== 'APPROVED')
    return {
      ...{ code: 132001, status: 404 },
      details: `template name (${asked?.name}) does not exist in ${code}`,
    };
  for (const type of ['HEADER', 'BODY'] as const) {
    const wanted = fieldsOf(template, type);
    const given = parametersOf(asked, type);
    if (given.length !== wanted.length)
      return {
        code: 132000,
        details: `${type.toLowerCase()}: number of localizable_params (${given.length}) does not match the expected number of params (${wanted.length})`,
      };
    const isNamed = template.parameter_format === 'NAMED';
    if (isNamed && !wanted.every((name) => given.some((one) => one.parameter_name === name)))
      return { code: 100, message: 'Invalid parameter', details: 'Parameter name is missing or empty' };
    const isWrong = ({ type: kind, text }: Parameter) =>
      kind !== 'text' || typeof text !== 'string' || text === '' || /[\n\t]| {5}/.test(text);
    if (given.some(isWrong)) return { code: 132012, message: 'Template Parameter Format Mismatch' };
  }
  return null;
}

function fieldsOf({ components }: MetaTemplate, type: string): string[] {
  const text = components.find((one) => one.type === type)?.text ?? '';
  return [...new Set([...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name))];
}

type Parameter = { type?: string; text?: string; parameter_name?: string };

function parametersOf(asked: MetaSent['template'], type: string): Parameter[] {
  const components = (asked?.components ?? []) as { type?: string; parameters?: Parameter[] }[];
  return components.find((one) => one.type?.toUpperCase() === type)?.parameters ?? [];
}

const isClosedFor = ({ closedWindows }: Meta, { to = '', type }: { to?: string; type?: string }) =>
  type !== 'template' && closedWindows.has(to.replace(/\D/g, ''));

/** As Meta does: the message is accepted, and fails a moment later. */
function reportClosed(meta: Meta, sent: MetaSent): void {
  if (!meta.webhookServer) return;
  const failed = statusOf(sent, 'failed', { code: 131047 });
  // The server may stop before it comes.
  setImmediate(() =>
    postWebhook(meta.webhookServer as never, meta, webhookOf(meta, { statuses: [failed] })).catch(() => {}),
  );
}

function onlyFields(thing: Record<string, string>, url: URL): object {
  const fields = url.searchParams.get('fields')?.split(',') ?? Object.keys(thing);
  return Object.fromEntries(['id', ...fields].flatMap((name) => (name in thing ? [[name, thing[name]]] : [])));
}

function listTemplates({ templates }: Meta, url: URL): object {
  const fields = url.searchParams.get('fields')?.split(',');
  const limit = Number(url.searchParams.get('limit') ?? 25);
  const from = Number(Buffer.from(url.searchParams.get('after') ?? '', 'base64url').toString() || 0);
  const page = templates.slice(from, from + limit);
  const cursor = (at: number) => Buffer.from(String(at)).toString('base64url');
  const after = cursor(from + page.length);
  const next = new URL(url);
  next.searchParams.set('after', after);
  const pick = (template: MetaTemplate) =>
    Object.fromEntries(Object.entries(template).filter(([name]) => name === 'id' || !fields || fields.includes(name)));
  return {
    data: page.map(pick),
    paging: {
      cursors: { before: cursor(from), after },
      ...(from + page.length < templates.length && { next: next.href }),
    },
  };
}

function download({ files, withholdsFiles }: Meta, id: string, response: ServerResponse): void {
  const file = files.get(id);
  if (!file || file.isGone) {
    response.writeHead(404).end();
    return;
  }
  response.writeHead(200, { 'content-type': file.mime_type, 'content-length': file.bytes.byteLength });
  if (withholdsFiles) response.write(file.bytes.subarray(0, 1));
  else response.end(file.bytes);
}

import { randomBytes, randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { confirmNow, type Person } from './accounts.ts';
import { call } from './http.ts';
import { answerMeta } from './meta-responses.ts';
import { readBody } from './read-body.ts';
import type { TestServer } from './server';
import { Waiting } from './within.ts';

/** A template as `message_templates` lists it. */
export type MetaTemplate = {
  id: string;
  name: string;
  language: string;
  status: 'APPROVED' | 'PENDING' | 'REJECTED' | 'PAUSED' | 'DISABLED';
  category: 'UTILITY' | 'MARKETING' | 'AUTHENTICATION';
  parameter_format?: 'POSITIONAL' | 'NAMED';
  components: {
    type: 'HEADER' | 'BODY' | 'FOOTER' | 'BUTTONS';
    format?: string;
    text?: string;
    buttons?: object[];
  }[];
};

/** An accepted message. */
export type MetaSent = {
  wamid: string;
  /** Digits; '' if it went to Meta's id. */
  to: string;
  recipient?: string;
  type: string;
  text?: { body: string; preview_url?: boolean };
  template?: { name: string; language: { code: string }; components?: object[] };
  context?: { message_id: string };
  biz_opaque_callback_data?: string;
};

/** A refusal by the API. */
export type MetaRefusal = {
  code: number;
  status?: number;
  subcode?: number;
  message?: string;
  details?: string;
  /** When to come back, as a header. */
  retryAfterS?: number;
};

export type MetaFile = { bytes: Buffer; mime_type: string; isGone: boolean };

export type MetaState = {
  /** Of the API, for media addresses. */
  origin: string;
  number: { id: string; display_phone_number: string; verified_name: string };
  businessAccountId: string;
  /** The only accepted token; any other counts as expired or revoked. */
  token: string;
  /** Of the app, which signs webhooks. */
  appSecret: string;
  templates: MetaTemplate[];
  sent: MetaSent[];
  /** Every request, as 'GET /123?fields=…', in order. */
  asked: string[];
  files: Map<string, MetaFile>;
  /** Downloads begin, and never end. */
  withholdsFiles: boolean;
  /** Numbers that have written nothing for 24 hours. */
  closedWindows: Set<string>;
  /** How a closed window is reported: by a failed status, as Meta mostly does, or by a refusal. */
  reportsClosedBy: 'status' | 'error';
  /** Refusals of the next sends, in order. */
  refusals: MetaRefusal[];
  /** How many of the next sends are accepted, and their answer lost. */
  lostAnswers: number;
  /** Before each answer. */
  delayMs: number;
  /** No answer comes before it is over. */
  held: Promise<unknown> | null;
  /** The server that gets the webhooks. */
  webhookServer: TestServer | null;
};

/** Stands in for Meta's Graph API: answers and refuses by what it publishes, on one number of one account. */
export type Meta = MetaState & {
  /** For WHATSAPP_API_URL. */
  url: string;
  /** Refuses the next `times` sends. */
  refuseWith: (refusal: MetaRefusal, times?: number) => void;
  /** A file that somebody sent; returns its id for a webhook. */
  storeFile: (bytes: Buffer, mime_type: string) => string;
  /** As after some days: the id is unknown. */
  forgetFile: (id: string) => void;
  /** Resolves once `count` messages were accepted in all. */
  waitForSends: (count: number) => Promise<void>;
  stop: () => Promise<void>;
};

export const GREETING: MetaTemplate = {
  id: '594425479261596',
  name: 'retomar_consulta',
  language: 'es_AR',
  status: 'APPROVED',
  category: 'UTILITY',
  parameter_format: 'POSITIONAL',
  components: [
    { type: 'BODY', text: 'Hola {{1}}, te escribimos por tu consulta sobre {{2}}. ¿Seguimos?' },
    { type: 'FOOTER', text: 'Respondé cuando quieras' },
  ],
};

/** `meta` becomes the stand-in whose state it reads. */
export async function startMeta(meta = {} as Meta): Promise<Meta> {
  const waiting = new Waiting();
  const server = createServer(async (request, response) => {
    const body = await readBody(request);
    if (!body) return;
    await answerMeta(meta, request, body.toString(), response);
    waiting.look();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const origin = `http://127.0.0.1:${address.port}`;
  return Object.assign(meta, {
    origin,
    url: `${origin}/v23.0`,
    number: {
      id: `10${randomInt(1e12, 9e12)}`,
      display_phone_number: '+54 9 11 5555-0000',
      verified_name: 'Costanera Propiedades',
    },
    businessAccountId: `20${randomInt(1e12, 9e12)}`,
    token: `EAA${randomBytes(48).toString('base64url')}`,
    appSecret: randomBytes(16).toString('hex'),
    templates: [GREETING],
    sent: [],
    asked: [],
    files: new Map(),
    withholdsFiles: false,
    closedWindows: new Set(),
    reportsClosedBy: 'status',
    refusals: [],
    lostAnswers: 0,
    delayMs: 0,
    held: null,
    webhookServer: null,
    refuseWith(refusal, times = 1) {
      for (let n = 0; n < times; n++) meta.refusals.push(refusal);
    },
    storeFile(bytes, mime_type) {
      const id = String(randomInt(1e14, 2e14));
      meta.files.set(id, { bytes, mime_type, isGone: false });
      return id;
    },
    forgetFile(id) {
      const file = meta.files.get(id);
      if (file) file.isGone = true;
    },
    waitForSends: async (count) => {
      await waiting.until(
        () => meta.sent.length >= count,
        () =>
          `${count} messages to be sent; ${meta.sent.length} were, and asked was ${meta.asked.slice(-20).join(', ')}`,
      );
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  } satisfies Meta);
}

/** Connects the stand-in's number as an administrator does; returns the connection as answered. */
export async function connectWhatsapp(server: TestServer, meta: Meta, admin: Person, more: object = {}) {
  confirmNow(server, admin);
  const answer = await call(server, '/api/whatsapp', {
    method: 'PUT',
    cookie: admin.cookie,
    body: {
      phone_number_id: meta.number.id,
      business_account_id: meta.businessAccountId,
      token: meta.token,
      app_secret: meta.appSecret,
      ...more,
    },
  });
  if (answer.status !== 200) throw new Error(`not connected: ${answer.status} ${answer.text}`);
  meta.webhookServer = server;
  return answer.json.connection;
}

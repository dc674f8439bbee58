import { hasChanges, rule, z } from '~/shared/zod';
import { webhookStrings } from '../strings/webhooks';
import { WEBHOOK_EVENTS, type WebhookEvent } from './limits';

const { errors } = webhookStrings;

export const URL_LENGTH = 2048;
export const HEADER_LENGTH = 2048;

const HEADER = /^([A-Za-z0-9!#$%&'*+.^_`|~-]+):[ \t]*([\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?)[ \t]*$/;
/**
 * Headers set by the connection, the body or the message itself, and those that would make it look like a browser's or
 * proxy's request.
 */
const OWN_HEADERS =
  /^(host|connection|keep-alive|upgrade|te|trailer|expect|via|date|cookie2?|origin|referer|user-agent|transfer-encoding|content-.*|accept-encoding|http2-settings|forwarded|x-forwarded-.*|x-http-method.*|x-method-override|proxy-.*|sec-.*|webhook-.*|access-control-.*)$/i;

const url = z
  .string({ error: errors.url.es })
  .trim()
  .max(URL_LENGTH, errors.urlLong)
  // The parser would drop tabs and line breaks: the URL called would differ from the one shown. Direction marks show another.
  .refine((text) => !/[\s\p{C}]/u.test(text) && URL.canParse(text) && /^https?:\/\//i.test(text), rule(errors.url))
  .refine((text) => {
    if (!URL.canParse(text)) return true;
    const { username, password } = new URL(text);
    return username === '' && password === '';
  }, rule(errors.credentials))
  .meta({ format: 'uri' });

const isEvent = (event: unknown): event is WebhookEvent => WEBHOOK_EVENTS.some((one) => one === event);

/** One field: its error is about the whole list. */
const events = z
  .array(z.unknown(), { error: errors.events })
  .min(1, errors.events)
  .refine((chosen) => chosen.every(isEvent), rule(errors.event))
  .meta({ override: { items: { type: 'string', enum: [...WEBHOOK_EVENTS] } } })
  .transform((chosen) => WEBHOOK_EVENTS.filter((event) => chosen.includes(event)));

/** 'Nombre: valor'; empty for none. */
const header = z
  .string({ error: errors.header.es })
  .trim()
  .max(HEADER_LENGTH, errors.headerLong)
  .refine((text) => text === '' || HEADER.test(text), rule(errors.header))
  .refine((text) => !OWN_HEADERS.test(HEADER.exec(text)?.[1] ?? ''), rule(errors.headerOwn))
  .transform((text) => text || null)
  .nullable();

export const createWebhookSchema = z.strictObject({ url, events, header: header.optional() });
export type CreateWebhook = z.infer<typeof createWebhookSchema>;

export const changeWebhookSchema = z
  .strictObject({
    url: url.optional(),
    events: events.optional(),
    header: header.optional(),
    active: z.boolean({ error: errors.active }).optional(),
  })
  .refine(hasChanges, errors.nothing);
export type ChangeWebhook = z.infer<typeof changeWebhookSchema>;

/** Splits a validated header into name and value. */
export function readHeader(text: string): { name: string; value: string } {
  const [, name = '', value = ''] = HEADER.exec(text) ?? [];
  return { name, value };
}

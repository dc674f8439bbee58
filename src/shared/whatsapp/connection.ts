import { connectionErrors as errors } from '~/shared/strings/whatsapp';
import { z } from '~/shared/zod';

/** A number whose messages are no enquiries. */
export type SilencedNumber = {
  phone_key: string;
  /** As people read it. */
  number: string;
  /** Null if that account was deleted. */
  silenced_by: string | null;
  silenced_at: string;
};

/** The company's number in WhatsApp, as administrators see it: never with its token or the app's secret. */
export type WhatsappConnection = {
  phone_number_id: string;
  /** Null until given, or read from the first webhook; templates need it. */
  business_account_id: string | null;
  display_phone_number: string;
  verified_name: string | null;
  /** For the webhook's set-up at Meta. */
  verify_token: string;
  webhook_url: string;
  /** Resting: nothing comes or goes until an administrator confirms it. */
  state: 'connected' | 'failing' | 'resting';
  /** Why it fails, for people. */
  reason: string | null;
  /** When the last signed webhook came; null: none yet. */
  heard_at: string | null;
  /** Whether our first message turns 'Nuevo' into 'Contactado'. */
  moves_new: boolean;
  /** Parts of webhooks of the last 30 days that this version cannot read, counted to MAX_UNKNOWN. */
  unknown: number;
  silenced: SilencedNumber[];
  connected_at: string;
  /** Null if that account was deleted. */
  made_by: string | null;
};

/** Older parts are deleted beyond this number and this age. */
export const MAX_UNKNOWN = 2000;
export const UNKNOWN_KEPT_DAYS = 30;

/** Meta's ids of numbers and accounts. */
const metaId = (message: string) =>
  z
    .string({ error: message })
    .trim()
    .regex(/^\d{1,40}$/, message);

const secret = (message: string) =>
  z
    .string({ error: message })
    .trim()
    .regex(/^[\x21-\x7e]{1,2000}$/, message);

/** Token and app secret may be missing while the same number stays connected; then they stay. */
export const connectWhatsappSchema = z.strictObject({
  phone_number_id: metaId(errors.phoneNumberId),
  token: secret(errors.token).optional(),
  app_secret: z
    .string({ error: errors.appSecret })
    .trim()
    .regex(/^[\x21-\x7e]{8,200}$/, errors.appSecret)
    .optional(),
  /** If null or missing, the first webhook's. */
  business_account_id: metaId(errors.businessAccountId).nullable().optional(),
});
export type ConnectWhatsapp = z.infer<typeof connectWhatsappSchema>;

export const changeWhatsappSchema = z.strictObject({ moves_new: z.boolean({ error: errors.movesNew }) });

/** Numbers are compared by these digits. */
export const silencedParamsSchema = z.object({
  phone_key: z.string().regex(/^(\d{4,20}|[A-Z]{2}\.[\w.-]{1,136})$/),
});

/** Meta's verification request for a new webhook. */
export const handshakeSchema = z.object({
  'hub.mode': z.string().optional(),
  'hub.verify_token': z.string().max(500).optional(),
  'hub.challenge': z.string().max(500).optional(),
});
export type Handshake = z.infer<typeof handshakeSchema>;

import { z } from '~/shared/zod';
import { connectionErrors as errors } from '../strings/whatsapp-connection';

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

/** Token and app secret may be left out while the same number stays connected: then they stay. */
export const connectWhatsappSchema = z.strictObject({
  phone_number_id: metaId(errors.phoneNumberId),
  token: secret(errors.token).optional(),
  app_secret: z
    .string({ error: errors.appSecret })
    .trim()
    .regex(/^[\x21-\x7e]{8,200}$/, errors.appSecret)
    .optional(),
  /** Null or left out: it is taken from the first webhook. */
  business_account_id: metaId(errors.businessAccountId).nullable().optional(),
});
export type ConnectWhatsapp = z.infer<typeof connectWhatsappSchema>;

export const changeWhatsappSchema = z.strictObject({ moves_new: z.boolean({ error: errors.movesNew }) });

/** The digits that numbers are compared by. */
export const silencedParamsSchema = z.object({ phone_key: z.string().regex(/^\d{4,20}$/) });

/** Meta's question to a new webhook. */
export const handshakeSchema = z.object({
  'hub.mode': z.string().optional(),
  'hub.verify_token': z.string().max(500).optional(),
  'hub.challenge': z.string().max(500).optional(),
});
export type Handshake = z.infer<typeof handshakeSchema>;

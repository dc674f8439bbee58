import { pushErrors } from '~/shared/strings/notices/push';
import { z } from '~/shared/zod';

const endpoint = z
  .string({ error: pushErrors.invalid })
  .min(1, pushErrors.invalid)
  .max(2048, pushErrors.invalid);

/** So many bytes as base64url; some browsers fill it up with '='. */
const bytes = (count: number) =>
  z
    .string({ error: pushErrors.invalid })
    .regex(/^[\w-]+={0,2}$/, pushErrors.invalid)
    .transform((text) => text.replace(/={1,2}$/, ''))
    .refine((text) => Math.floor((text.length * 3) / 4) === count, pushErrors.invalid);

/** A browser's subscription, as `PushSubscription.toJSON()` gives it; `replaces`: the endpoint that it had before. */
export const subscribeSchema = z.strictObject({
  endpoint,
  keys: z.strictObject({ p256dh: bytes(65), auth: bytes(16) }, { error: pushErrors.invalid }),
  expirationTime: z.number().nullish(),
  replaces: endpoint.optional(),
});
export type SubscribeInput = z.infer<typeof subscribeSchema>;

/** Names a subscription by its endpoint. */
export const endpointSchema = z.strictObject({ endpoint });

/** A device that is told things. */
export type PushDevice = { id: number; user_agent: string | null; created_at: string };

/** What the screen needs so that a device can subscribe. */
export type PushStart = { key: string; devices: PushDevice[] };

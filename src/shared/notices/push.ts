import { pushErrors } from '~/shared/strings/notices/push';
import { z } from '~/shared/zod';

/** As browsers give it: the parser would drop a line break, and another URL would be called than the one stored. */
const endpoint = z
  .string({ error: pushErrors.invalid })
  .max(2048, pushErrors.invalid)
  .refine((text) => URL.canParse(text) && new URL(text).href === text, pushErrors.invalid);

/** This many bytes as base64url; some browsers pad with '='. */
const bytes = (count: number) =>
  z
    .string({ error: pushErrors.invalid })
    .regex(/^[\w-]+={0,2}$/, pushErrors.invalid)
    .transform((text) => text.replace(/={1,2}$/, ''))
    .refine((text) => Math.floor((text.length * 3) / 4) === count, pushErrors.invalid);

/** `PushSubscription.toJSON()`; `replaces`: the former endpoint. */
export const subscribeSchema = z.strictObject({
  endpoint,
  keys: z.strictObject({ p256dh: bytes(65), auth: bytes(16) }, { error: pushErrors.invalid }),
  expirationTime: z.number().nullish(),
  replaces: endpoint.optional(),
});
export type SubscribeInput = z.infer<typeof subscribeSchema>;

/** A subscription, by its endpoint. */
export const endpointSchema = z.strictObject({ endpoint });

/** A device that receives notifications. */
export type PushDevice = { id: number; user_agent: string | null; created_at: string; rests_since: string | null };

/** What a device needs to subscribe. */
export type PushStart = { key: string; devices: PushDevice[] };

import { z } from '../zod';
import { DELIVERY_KINDS } from './delivery';

/** A kind of message, or one destination of webhooks. */
export const lineSchema = z.strictObject({
  kind: z.enum(DELIVERY_KINDS),
  webhook_id: z.int().positive().nullable().default(null),
});

import { daySchema, idSchema, momentSchema } from '~/shared/answers';
import { z } from '~/shared/zod';
import { WEBHOOK_EVENTS } from '../deliveries/events';

/** A destination as administrators and its token see it: never its secret, and of its header only the name. */
export const webhookSchema = z
  .object({
    id: idSchema,
    url: z.string(),
    events: z.array(z.enum(WEBHOOK_EVENTS)),
    /** The header's name; null if it has none. */
    header: z.string().nullable(),
    active: z.boolean(),
    /** Why it gets nothing: somebody has paused it, or it has failed for three days or said that it is gone. */
    pause: z.enum(['hand', 'failing']).nullable(),
    paused_at: momentSchema.nullable(),
    /** Since when no try has succeeded; null if the last one has. */
    failing_since: momentSchema.nullable(),
    /** Until when a former secret signs as well; null if none does. */
    former_until: momentSchema.nullable(),
    /** How many messages wait; counts up to MOST_COUNTED. */
    waiting: z.int().nonnegative(),
    created_at: momentSchema,
    /** Who made it; null if that account was deleted. */
    made_by: z.string().nullable(),
    /** Whether a token made it: then it ends with the token, whose last day is `ends_on`. */
    by_program: z.boolean(),
    ends_on: daySchema.nullable(),
    from_settings: z.literal(false),
  })
  .meta({
    id: 'Webhook',
    examples: [
      {
        id: 3,
        url: 'https://hooks.zapier.com/hooks/standard/4711/abc/',
        events: ['lead.created'],
        header: null,
        active: true,
        pause: null,
        paused_at: null,
        failing_since: null,
        former_until: null,
        waiting: 0,
        created_at: '2026-11-21T03:04:05.678Z',
        made_by: 'Zapier',
        by_program: true,
        ends_on: '2027-02-19',
        from_settings: false,
      },
    ],
  });

export const webhooksAnswer = z.object({ webhooks: z.array(webhookSchema) });

/** The secret is told this once. */
export const createdWebhookAnswer = z.object({ webhook: webhookSchema, secret: z.string() });

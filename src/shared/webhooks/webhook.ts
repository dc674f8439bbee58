import { daySchema, idSchema, momentSchema } from '~/shared/answers';
import { z } from '~/shared/zod';
import { WEBHOOK_EVENTS } from './limits';

/** A destination, as its maker sees it: never with its secret, and of its header only the name. */
export const webhookSchema = z
  .object({
    id: idSchema,
    url: z.string(),
    events: z.array(z.enum(WEBHOOK_EVENTS)),
    /** Null if it has none. */
    header: z.string().nullable(),
    active: z.boolean(),
    /** Why it is paused: by hand, or because it failed for three days or answered 410. */
    pause: z.enum(['hand', 'failing']).nullable(),
    paused_at: momentSchema.nullable(),
    /** Since when it gets nothing until an administrator confirms it, or the token that made it. */
    rests_since: momentSchema.nullable(),
    /** Since when every attempt has failed; null if the last succeeded. */
    failing_since: momentSchema.nullable(),
    /** Until when the former secret signs too; null if none does. */
    former_until: momentSchema.nullable(),
    /** Pending messages, counted up to MAX_COUNTED. */
    waiting: z.int().nonnegative(),
    created_at: momentSchema,
    /** Null if that account was deleted. */
    made_by: z.string().nullable(),
    /** Made by a token, with which it ends; `ends_on` is the token's last day. */
    by_program: z.boolean(),
    ends_on: daySchema.nullable(),
    /** In the server's settings, which only its operator changes; of its URL only the origin is shown. */
    from_settings: z.boolean(),
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
        rests_since: null,
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
export type Webhook = z.infer<typeof webhookSchema>;
export type PauseReason = NonNullable<Webhook['pause']>;

export const webhooksAnswer = z.object({ webhooks: z.array(webhookSchema) });

/** The only answer with the secret. */
export const createdWebhookAnswer = z.object({ webhook: webhookSchema, secret: z.string() });

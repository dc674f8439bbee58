import { z } from 'zod';
import { answerJson } from '~/server/http/answer';
import { endpoint } from '~/server/http/endpoint';
import { countViews, createView } from '~/server/views/views';
import { DEFAULT_ZONE } from '~/shared/leads/days';
import { leadFiltersSchema } from '~/shared/leads/schema';
import { createViewSchema } from '~/shared/leads/views';

/** The caller's and the shared views, each with its number of leads by the day in their time zone. */
export const GET = endpoint({
  allow: 'staff',
  query: z.strictObject({ tz: leadFiltersSchema.shape.tz }),
  handle: async ({ query: { tz = DEFAULT_ZONE }, user, visit }) =>
    answerJson({ views: await countViews(user, tz, { signal: visit.signal }) }),
});

export const POST = endpoint({
  allow: 'staff',
  body: createViewSchema,
  handle: async ({ body, user }) => answerJson({ view: await createView(body, user) }, 201),
});

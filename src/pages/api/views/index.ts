import { z } from 'zod';
import { endpoint } from '~/server/http/endpoint';
import { countViews, createView } from '~/server/views/views';
import { DEFAULT_ZONE } from '~/shared/leads/days';
import { leadFiltersSchema } from '~/shared/leads/filter-schema';
import { createViewSchema } from '~/shared/leads/views';

/** The caller's and the shared views, each with its number of leads by the day in their time zone. */
export const GET = endpoint({
  allow: 'staff',
  query: z.strictObject({ tz: leadFiltersSchema.shape.tz }),
  handle: async ({ query: { tz = DEFAULT_ZONE }, user, visit }) => ({
    views: await countViews(user, tz, { signal: visit.signal }),
  }),
});

export const POST = endpoint({
  allow: 'staff',
  body: createViewSchema,
  status: 201,
  handle: async ({ body, user }) => ({ view: await createView(body, user) }),
});

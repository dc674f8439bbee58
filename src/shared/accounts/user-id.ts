import { z } from '~/shared/zod';

/** Ids that are no UUID are 404. */
export const userParamsSchema = z.object({ id: z.guid() });

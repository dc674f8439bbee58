import { z } from '~/shared/zod';

/** A path that ends in a user's id; other paths are 404. */
export const userParamsSchema = z.object({ id: z.guid() });

import { z } from 'zod';

/** A path that ends in a person's id. What is no id leads nowhere. */
export const userParamsSchema = z.object({ id: z.guid() });

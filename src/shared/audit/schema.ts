import { rowIdSchema } from '~/shared/row-id';
import { z } from '~/shared/zod';

/** Whose entries to list, in a URL. */
export const auditPersonSchema = z.string().min(1).max(64).optional();

export const auditListSchema = z.object({ persona: auditPersonSchema, cursor: rowIdSchema.optional() });

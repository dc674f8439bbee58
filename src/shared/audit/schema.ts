import { rowIdSchema } from '~/shared/row-id';
import { z } from '~/shared/zod';

/** Whose entries the audit is asked for, as it stands in a URL. */
export const auditPersonSchema = z.string().min(1).max(64).optional();

/** What the audit is asked for. */
export const auditListSchema = z.object({ persona: auditPersonSchema, cursor: rowIdSchema.optional() });

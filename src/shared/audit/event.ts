import type { Page } from '~/shared/paging';
import { rowIdSchema } from '~/shared/row-id';
import type { auditStrings } from '~/shared/strings/team';
import { z } from '~/shared/zod';

/** Everything the audit records: sign-ins, and changes to accounts and agencies. */
export type AuditType = keyof typeof auditStrings.types;

/** As administrators see it. Emails are those at the time of the entry. */
export type AuditEvent = {
  id: number;
  type: AuditType;
  /** Null if nobody was signed in, or the account is gone. */
  actor_id: string | null;
  actor_email: string | null;
  subject_id: string | null;
  subject_email: string | null;
  company_id: number | null;
  company_name: string | null;
  from_value: string | null;
  to_value: string | null;
  /** An IPv6 /64 where attempts are counted; null if they came from too many addresses to name, or by the server. */
  address: string | null;
  /** Of refused attempts, how many one entry stands for; null for a single act. */
  attempts: number | null;
  created_at: string;
  /** The last of several attempts. */
  last_at: string | null;
  /** The undo key of a bulk deletion, while it can be undone; otherwise null. */
  undo: string | null;
};

export type AuditPage = Page<'events', AuditEvent, number>;

export const auditPersonSchema = z.string().min(1).max(64).optional();

export const auditListSchema = z.object({ persona: auditPersonSchema, cursor: rowIdSchema.optional() });

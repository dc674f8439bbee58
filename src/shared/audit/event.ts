import type { Page } from '~/shared/paging';
import { rowIdSchema } from '~/shared/row-id';
import { z } from '~/shared/zod';

/** Everything the audit records: sign-ins, and changes to accounts and agencies. */
export type AuditType =
  | 'admin_created'
  | 'sign_in'
  | 'sign_in_failed'
  | 'confirmed'
  | 'confirmation_failed'
  | 'sign_out'
  /** Written by earlier versions only: anybody can sign up with any email. */
  | 'signed_up'
  | 'email_verified'
  | 'recovery_requested'
  | 'password_reset'
  | 'password_changed'
  | 'name_changed'
  | 'session_ended'
  | 'sessions_ended'
  | 'access_link_requested'
  | 'access_link_used'
  | 'invited'
  | 'invitation_resent'
  | 'invitation_withdrawn'
  | 'invitation_accepted'
  | 'new_device'
  | 'passkey_added'
  | 'passkey_removed'
  | 'status_changed'
  | 'role_changed'
  | 'second_factor_set'
  | 'second_factor_removed'
  | 'second_factor_reset'
  | 'recovery_codes_renewed'
  | 'turn_changed'
  | 'coordinator_created'
  | 'reset_by_admin'
  | 'user_deleted'
  | 'company_created'
  | 'company_deleted'
  | 'company_restored'
  | 'company_renamed'
  | 'company_moved'
  | 'company_activated'
  | 'company_deactivated'
  | 'plan_changed'
  | 'agent_added'
  | 'agent_renamed'
  | 'agent_email_changed'
  | 'agent_suspended'
  | 'agent_reactivated'
  | 'agent_deleted'
  | 'message_created'
  | 'message_changed'
  | 'message_reset'
  | 'message_deleted'
  | 'notices_changed'
  | 'goal_changed'
  | 'companies_exported'
  | 'agents_exported'
  | 'leads_exported'
  | 'person_exported'
  | 'person_erased'
  | 'leads_anonymised'
  | 'leads_deleted'
  | 'leads_undeleted'
  | 'leads_imported'
  | 'import_undone'
  | 'rejected_exported'
  | 'enquiry_discarded'
  | 'enquiries_discarded'
  | 'delivery_resent'
  | 'deliveries_resent'
  | 'delivery_discarded'
  | 'deliveries_discarded'
  | 'token_created'
  | 'token_revoked'
  | 'token_taken_over'
  | 'heavy_reading'
  | 'webhook_created'
  | 'webhook_changed'
  | 'webhook_paused'
  | 'webhook_resumed'
  | 'webhook_rotated'
  | 'webhook_resent'
  | 'webhook_removed'
  | 'whatsapp_connected'
  | 'whatsapp_changed'
  | 'whatsapp_disconnected'
  | 'number_unsilenced'
  | 'calendar_address_made'
  | 'calendar_address_dropped'
  | 'push_device_added'
  | 'push_device_removed';

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
  address: string | null;
  created_at: string;
  /** The undo key of a bulk deletion, while it can be undone; otherwise null. */
  undo: string | null;
};

export type AuditPage = Page<'events', AuditEvent, number>;

/** Whose entries to list, in a URL. */
export const auditPersonSchema = z.string().min(1).max(64).optional();

export const auditListSchema = z.object({ persona: auditPersonSchema, cursor: rowIdSchema.optional() });

import { enqueue } from '../outbox/enqueue';

/** Every mail about accounts, and whom it is for. A token it needs is made when it is sent, never before. */
export type AccountMail =
  | { template: 'verify_email'; user_id: string }
  | { template: 'account_exists'; email: string }
  | { template: 'awaiting_approval'; user_id: string; applicant_id: string }
  | { template: 'approved'; user_id: string }
  | { template: 'recover'; email: string }
  | { template: 'reset_by_admin'; user_id: string }
  | { template: 'password_changed'; user_id: string }
  | { template: 'role_changed'; user_id: string }
  | { template: 'access_link'; user_id: string }
  | { template: 'welcome_coordinator'; user_id: string };

/** Puts a mail into the outbox, inside the caller's transaction, and returns its message id. */
export function enqueueMail(mail: AccountMail): string {
  return enqueue({ kind: 'mail', event: `mail.${mail.template}`, payload: mail });
}

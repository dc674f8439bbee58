import { enqueue } from '~/server/outbox/enqueue';

/**
 * What was revoked from an account along the way; of what it made for others, what ended or rests (`made`), or what
 * goes on (`standing`).
 */
export type RevokedAccess = {
  passkeys: string[];
  devices: number;
  calendar: boolean;
  made?: MadeAccess;
  standing?: MadeAccess;
};

/** What an account made for others to get in by, or to be told of leads, by name. */
export type MadeAccess = { invitations: string[]; tokens: string[]; destinations: string[]; numbers: string[] };

/** Mails anybody can order by typing an email. */
export type OrderedMail =
  | { template: 'verify_email'; sign_up_id: string }
  | { template: 'verify_email'; email: string }
  | { template: 'recover'; email: string }
  | { template: 'access_again'; email: string };

/** Mails that report something done to an account. */
export type NoticeMail =
  | { template: 'awaiting_approval'; user_id: string; applicant_id: string }
  | { template: 'approved'; user_id: string }
  | { template: 'reset_by_admin'; user_id: string; closed?: RevokedAccess }
  | { template: 'password_changed'; user_id: string; closed?: RevokedAccess }
  | { template: 'role_changed'; user_id: string; closed?: RevokedAccess }
  /** To an administrator: whose account it is about, and why. */
  | {
      template: 'access_rests';
      user_id: string;
      owner_id: string;
      cause: 'reset' | 'demoted' | 'suspended';
      made: MadeAccess;
    }
  | { template: 'passkey_added' | 'passkey_removed'; user_id: string; name: string }
  | { template: 'push_device_added'; user_id: string; device: string }
  | { template: 'calendar_address_made'; user_id: string }
  | { template: 'new_device'; user_id: string; device: string; network: string; at: string }
  | { template: 'second_factor_set'; user_id: string }
  | { template: 'second_factor_removed'; user_id: string }
  | { template: 'second_factor_reset'; user_id: string; closed?: RevokedAccess }
  | { template: 'second_factor_failed'; user_id: string }
  | { template: 'recovery_codes_renewed'; user_id: string }
  | { template: 'recovery_code_used'; user_id: string }
  | { template: 'link_copied'; user_id: string }
  | { template: 'access_link'; user_id: string }
  | { template: 'welcome_coordinator'; user_id: string };

/** To somebody without an account yet. */
export type InvitationMail = { template: 'invitation'; invitation_id: string; email: string };

/** All mails about accounts. Tokens are made when the mail is sent, never earlier. */
export type AccountMail = OrderedMail | NoticeMail | InvitationMail;

/** Puts a mail in the outbox, in the caller's transaction; returns its message id. */
export function enqueueMail(mail: AccountMail): string {
  return enqueue({ kind: 'mail', event: `mail.${mail.template}`, payload: mail, ordered: isOrdered(mail) });
}

/** Whether a stranger may have ordered it. */
export function isOrdered(mail: AccountMail): mail is OrderedMail {
  return !('user_id' in mail) && mail.template !== 'invitation';
}

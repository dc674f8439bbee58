import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/server';
import type { SessionUser } from '~/shared/accounts/account';
import type { OpenInvitation } from '~/shared/accounts/invitation';
import type { AcceptInvitation } from '~/shared/accounts/invitation-schema';
import { passwordLengthFor } from '~/shared/accounts/schema';
import { AppError } from '../../app-error';
import { recordAudit } from '../../audit/audit';
import { inSharedTransaction } from '../../database/group-commit';
import type { Visit } from '../../http/visit';
import { checkRegistration, keepPasskey, requestRegistration } from '../../passkeys/registration';
import { requireGoodPassword } from '../../passwords/password-policy';
import { hashPassword } from '../../passwords/passwords';
import { hashToken, makeToken } from '../../secrets/tokens';
import { beginSession } from '../../sessions/sessions';
import { selectEmailTaken } from '../account-queries';
import { limitLinkHashes } from '../mails/mail-limits';
import { enqueueMail } from '../mails/mails';
import { addUser } from '../new-user';
import { redeem } from '../one-time-tokens';
import { type InvitationRow, selectInvitationByToken } from './invitation-queries';

/**
 * What an invitation offers; does not use up the link.
 * @throws {AppError} `token_invalid`.
 */
export function readInvitation(token: string): OpenInvitation {
  const { email, role, inviter_name } = findOpen(token);
  return { email, role, invited_by: inviter_name, min_length: minimumFor(role) };
}

/**
 * Options to register the passkey that accepts an invitation; does not use up the link.
 * @throws {AppError} `token_invalid`.
 */
export function requestInvitedPasskey(token: string): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { id, email } = findOpen(token);
  return requestRegistration({ id, email, name: email });
}

/**
 * Accepts an invitation: makes an active account with its role and begins a session. The link proves the mailbox, so
 * nothing else needs verifying or approving. A refused password or passkey does not use up the link.
 * @throws {AppError} `token_invalid` if the link was used, voided or has expired, or the email has an account by now;
 * `invalid` with the reason at `password`; `passkey_refused`; `too_many`; `busy`.
 */
export async function acceptInvitation(
  { token, name, password, passkey }: AcceptInvitation,
  visit: Visit,
): Promise<SessionUser> {
  const { id: invitation_id, email, role } = findOpen(token);
  const made = passkey && (await checkRegistration(passkey, invitation_id));
  if (password !== undefined)
    await requireGoodPassword(password, { email, name, minLength: minimumFor(role) });
  await limitLinkHashes(visit.address);
  // With a passkey the password is one nobody knows, until its owner resets it by mail.
  const password_hash = await hashPassword(password ?? makeToken());
  return inSharedTransaction(() => {
    // Checked again: the inviter may have lost their rights while the password was hashed.
    const open = findOpen(token);
    redeem('invitation', token);
    if (selectEmailTaken().get({ email })?.found) throw new AppError('token_invalid');
    const isAdmin = open.role === 'admin';
    const id = addUser({ email, name, password_hash, status: 'active', ...(isAdmin && { role: 'admin' }) });
    const actor = { id, email, address: visit.address };
    recordAudit({ type: 'invitation_accepted', actor, to: open.role });
    if (made) {
      const passkey = keepPasskey(made, id);
      recordAudit({ type: 'passkey_added', actor, to: passkey.name });
      enqueueMail({ template: 'passkey_added', user_id: id, name: passkey.name });
    }
    return beginSession(visit, id);
  });
}

function findOpen(token: string): InvitationRow {
  const now = new Date().toISOString();
  const row = selectInvitationByToken().get({ token_hash: hashToken(token), now });
  if (!row || row.is_void) throw new AppError('token_invalid');
  return row;
}

function minimumFor(role: InvitationRow['role']): number {
  return passwordLengthFor({ isPlainStaff: role === 'staff' });
}

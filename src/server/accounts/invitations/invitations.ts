import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/server';
import type { SessionUser } from '~/shared/accounts/account';
import type { Invitation, InvitationState, InvitedRole, OpenInvitation } from '~/shared/accounts/invitation';
import type { AcceptInvitation, Invite } from '~/shared/accounts/invitation-schema';
import type { CopiedLink } from '~/shared/accounts/member';
import { passwordLengthFor } from '~/shared/accounts/schema';
import { invitationStrings } from '~/shared/strings/accounts/invitations';
import { AppError, errorAt, requireFound } from '../../app-error';
import { type Actor, recordAudit } from '../../audit/audit';
import { query } from '../../database/connection';
import { inSharedTransaction } from '../../database/group-commit';
import type { Visit } from '../../http/visit';
import { checkRegistration, requestRegistration, storePasskey } from '../../passkeys/own-passkeys';
import { requireGoodPassword } from '../../passwords/password-strength';
import { hashPassword } from '../../passwords/passwords';
import { consumePoint, limiterFor } from '../../rate-limit/rate-limit';
import { makeToken } from '../../secrets/random-tokens';
import { beginSession } from '../../sessions/sessions';
import { selectAccountByEmail, selectEmailTaken } from '../account-queries';
import { enqueueMail } from '../mails/enqueue-mail';
import { limitLinkHashes } from '../mails/mail-limits';
import { addUser, deleteInvitationOf } from '../new-user';
import { findLink, issueLink, type Link, redeem } from '../one-time-tokens';

const MINUTE = 60;

/** An invitation with its latest mail. `is_void`: it was ended, or the inviter is no longer an active administrator. */
type InvitationRow = {
  id: string;
  email: string;
  role: InvitedRole;
  invited_by: string;
  /** Its last mail's, or no mail's if its link was copied. */
  message_id: string;
  inviter_name: string;
  is_void: 0 | 1;
  /** Whether its last link was copied rather than mailed. */
  by_hand: 0 | 1;
  mail_state: 'pending' | 'sent' | 'failed' | null;
  mail_ended_in: 'file' | 'nobody' | null;
  sent_at: string;
  expires_at: string | null;
  created_at: string;
};

const INVITATION = `
  SELECT invitations.id, invitations.email, invitations.role, invitations.invited_by, invitations.message_id, inviter.name AS inviter_name,
         ended_at IS NOT NULL OR inviter.status <> 'active' OR NOT EXISTS (
           SELECT 1 FROM user_roles WHERE user_id = invitations.invited_by AND role = 'admin'
         ) AS is_void, invitations.by_hand,
         deliveries.state AS mail_state, deliveries.ended_in AS mail_ended_in,
         invitations.sent_at, invitations.expires_at, invitations.created_at
  FROM invitations JOIN profiles AS inviter ON inviter.id = invitations.invited_by
  LEFT JOIN deliveries ON deliveries.message_id = invitations.message_id`;

/** Latest sent first. */
const selectInvitations = query<[], InvitationRow>(`${INVITATION} ORDER BY invitations.sent_at DESC`);

/** The open invitations, latest sent first. */
export function listInvitations(): Invitation[] {
  return selectInvitations().all().map(toInvitation);
}

function toInvitation(row: InvitationRow): Invitation {
  const { id, email, role, sent_at, expires_at, created_at } = row;
  const invited_by = { id: row.invited_by, name: row.inviter_name };
  return { id, email, role, state: stateOf(row), invited_by, sent_at, expires_at, created_at };
}

function stateOf({ is_void, by_hand, mail_state, mail_ended_in, expires_at }: InvitationRow): InvitationState {
  if (is_void) return 'void';
  if (mail_state === 'failed') return 'failed';
  if (mail_state === 'pending' || expires_at === null) return 'sending';
  if (expires_at <= new Date().toISOString()) return 'expired';
  if (by_hand) return 'by_hand';
  return mail_ended_in === 'file' ? 'file' : 'sent';
}

type Sending = { id: string; invited_by: string; message_id: string; sent_at: string };

const insertInvitation = query<[Sending & { email: string; role: InvitedRole }]>(
  `INSERT INTO invitations (id, email, role, invited_by, message_id, sent_at, created_at)
   VALUES (:id, :email, :role, :invited_by, :message_id, :sent_at, :sent_at)`,
);

/**
 * Invites somebody by mail, whatever the sign-up policy, in place of an earlier invitation of the email and its link.
 * @throws {AppError} `account_exists` with what to do instead; `too_many`.
 */
export async function invite({ email, role }: Invite, actor: Actor): Promise<Invitation> {
  requireNoAccount(email);
  await limitInvitations(email, actor);
  return inSharedTransaction(() => {
    requireNoAccount(email);
    deleteInvitationOf().run({ email });
    const id = crypto.randomUUID();
    const sending = { id, invited_by: actor.id, ...order(id, email) };
    insertInvitation().run({ ...sending, email, role });
    recordAudit({ type: 'invited', actor, subject: { id: null, email }, to: role });
    return findInvitation(id);
  });
}

const updateSending = query<[Sending & { by_hand: 0 | 1 }]>(
  `UPDATE invitations SET invited_by = :invited_by, by_hand = :by_hand, message_id = :message_id, sent_at = :sent_at, expires_at = NULL,
     ended_at = NULL
   WHERE id = :id`,
);

const deleteTokensOfInvitation = query<[{ invitation_id: string }]>(
  'DELETE FROM one_time_tokens WHERE invitation_id = :invitation_id',
);

/** Resends an invitation, in the asker's name; earlier links stop working. Throws AppError `not_found`; `too_many`. */
export async function resendInvitation(id: string, actor: Actor): Promise<Invitation> {
  const { email } = findInvitation(id);
  await limitInvitations(email, actor);
  return inSharedTransaction(() => {
    const { role } = findInvitation(id);
    deleteTokensOfInvitation().run({ invitation_id: id });
    updateSending().run({ id, invited_by: actor.id, by_hand: 0, ...order(id, email) });
    recordAudit({ type: 'invitation_resent', actor, subject: { id: null, email }, to: role });
    return findInvitation(id);
  });
}

/**
 * Makes a link of an invitation to hand over, in the asker's name like one sent again: it ends with their rights, and
 * earlier links at once.
 * @throws {AppError} `not_found`; `too_many`.
 */
export async function copyInvitationLink(id: string, actor: Actor): Promise<CopiedLink> {
  findInvitation(id);
  await limitInviter(actor);
  return inSharedTransaction(() => {
    const { email, role } = findInvitation(id);
    deleteTokensOfInvitation().run({ invitation_id: id });
    // No mail has this id: one that still waits finds that it was overtaken.
    const message_id = crypto.randomUUID();
    const sent_at = new Date().toISOString();
    updateSending().run({ id, invited_by: actor.id, by_hand: 1, message_id, sent_at });
    recordAudit({ type: 'invitation_link_copied', actor, subject: { id: null, email }, to: role });
    const { url, valid_minutes } = issueInvitationLink(id);
    return { url, valid_minutes };
  });
}

const updateInvitationExpiry = query<[{ id: string; expires_at: string }]>(
  'UPDATE invitations SET expires_at = :expires_at WHERE id = :id',
);

/** Makes an invitation's link, in the caller's transaction, and stores until when it works. */
export function issueInvitationLink(id: string): Link {
  const link = issueLink('invitation', { invitation_id: id });
  updateInvitationExpiry().run({ id, expires_at: link.expires_at });
  return link;
}

const deleteInvitation = query<[{ id: string }]>('DELETE FROM invitations WHERE id = :id');

/** Withdraws an invitation; its links stop working. Throws AppError `not_found`. */
export function withdrawInvitation(id: string, actor: Actor): Promise<void> {
  return inSharedTransaction(() => {
    const { email } = findInvitation(id);
    deleteInvitation().run({ id });
    recordAudit({ type: 'invitation_withdrawn', actor, subject: { id: null, email } });
  });
}

const endInvitationsBy = query<[{ invited_by: string; now: string }], { email: string }>(
  `UPDATE invitations SET ended_at = :now WHERE invited_by = :invited_by AND ended_at IS NULL RETURNING email`,
);

/** Ends what somebody sent, in the caller's transaction, until another administrator sends it again. Returns to whom. */
export function endInvitationsOf(inviter: { id: string; email: string }, actor: Actor | null): string[] {
  const ended = endInvitationsBy().all({ invited_by: inviter.id, now: new Date().toISOString() });
  const emails = ended.map(({ email }) => email);
  for (const email of emails) recordAudit({ type: 'invitation_ended', actor, subject: { id: null, email } });
  return emails;
}

const selectInvitedBy = query<[{ invited_by: string }], { email: string }>(
  'SELECT email FROM invitations WHERE invited_by = :invited_by AND ended_at IS NULL ORDER BY sent_at',
);

/** To whom somebody's invitations went that have not ended. */
export function listInvitedBy(inviterId: string): string[] {
  return selectInvitedBy()
    .all({ invited_by: inviterId })
    .map(({ email }) => email);
}

export const selectInvitation = query<[{ id: string }], InvitationRow>(`${INVITATION} WHERE invitations.id = :id`);

function findInvitation(id: string): Invitation {
  return toInvitation(requireFound(selectInvitation().get({ id })));
}

function order(invitation_id: string, email: string): { message_id: string; sent_at: string } {
  const message_id = enqueueMail({ template: 'invitation', invitation_id, email });
  return { message_id, sent_at: new Date().toISOString() };
}

/** Only administrators invite, and they see all accounts: naming the existing one reveals nothing. */
function requireNoAccount(email: string): void {
  const account = selectAccountByEmail().get({ email });
  if (!account) return;
  const { known } = invitationStrings;
  const message = account.company_id === null ? known[account.status] : known.coordinator;
  throw errorAt('email', message(account.name), { code: 'account_exists' });
}

/** Keeps mailboxes from being flooded, and a stolen session from mailing the whole world. */
async function limitInvitations(email: string, actor: Actor): Promise<void> {
  await consumePoint(limiterFor('invitation-email', { points: 3, seconds: 10 * MINUTE }), email.toLowerCase());
  await consumePoint(limiterFor('invitation-day', { points: 10, seconds: 24 * 60 * MINUTE }), email.toLowerCase());
  await limitInviter(actor);
}

async function limitInviter({ id }: Actor): Promise<void> {
  await consumePoint(limiterFor('invitations', { points: 30, seconds: 60 * MINUTE }), id);
}

/** What an invitation offers; does not use up the link. Throws AppError `token_invalid`. */
export function readInvitation(token: string): OpenInvitation {
  const { email, role, inviter_name } = findOpen(token);
  return { email, role, invited_by: inviter_name, min_length: minimumFor(role) };
}

/** Options to register the passkey that accepts an invitation; uses up no link. Throws AppError `token_invalid`. */
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
  if (password !== undefined) await requireGoodPassword(password, { email, name, minLength: minimumFor(role) });
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
    if (made) storePasskey(made, actor);
    return beginSession(visit, id);
  });
}

function findOpen(token: string): InvitationRow {
  const row = selectInvitation().get({ id: findLink('invitation', token)?.invitation_id ?? '' });
  if (!row || row.is_void) throw new AppError('token_invalid');
  return row;
}

function minimumFor(role: InvitationRow['role']): number {
  return passwordLengthFor({ isPlainStaff: role === 'staff' });
}

import type { Invitation, InvitationState } from '~/shared/accounts/invitation';
import type { Invite } from '~/shared/accounts/invitation-schema';
import { invitationStrings } from '~/shared/strings/accounts/invitations';
import { AppError } from '../../app-error';
import { type Actor, recordAudit } from '../../audit/audit';
import { inSharedTransaction } from '../../database/group-commit';
import { removeInSlices } from '../../database/slices';
import { limiterFor, takePoint } from '../../rate-limit/rate-limit';
import { selectAccountByEmail } from '../account-queries';
import { enqueueMail } from '../mails/mails';
import { deleteTokensOfInvitation } from '../token-queries';
import {
  deleteInvitation,
  deleteInvitationOf,
  deleteInvitationsBefore,
  type InvitationRow,
  insertInvitation,
  selectInvitation,
  selectInvitations,
  updateSending,
} from './invitation-queries';

const MINUTE = 60;
const DAY_MS = 24 * 60 * 60 * 1000;
/** How long an unaccepted invitation can be sent again. */
const KEPT_MS = 30 * DAY_MS;

/** The open invitations, latest sent first. */
export function listInvitations(): Invitation[] {
  return selectInvitations().all().map(toInvitation);
}

function toInvitation(row: InvitationRow): Invitation {
  const { id, email, role, sent_at, expires_at, created_at } = row;
  const invited_by = { id: row.invited_by, name: row.inviter_name };
  const is_file = row.mail_ended_in === 'file';
  return { id, email, role, state: stateOf(row), is_file, invited_by, sent_at, expires_at, created_at };
}

function stateOf({ is_void, mail_state, expires_at }: InvitationRow): InvitationState {
  if (is_void) return 'void';
  if (mail_state === 'failed') return 'failed';
  if (mail_state === 'pending' || expires_at === null) return 'sending';
  return expires_at > new Date().toISOString() ? 'sent' : 'expired';
}

/**
 * Invites somebody by mail, whatever the sign-up policy. Replaces an earlier invitation of the same email, and its link
 * stops working.
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

/**
 * Sends an invitation again, in the name of whoever asks. Its earlier links stop working.
 * @throws {AppError} `not_found`; `too_many`.
 */
export async function resendInvitation(id: string, actor: Actor): Promise<Invitation> {
  const { email } = findInvitation(id);
  await limitInvitations(email, actor);
  return inSharedTransaction(() => {
    const { role } = findInvitation(id);
    deleteTokensOfInvitation().run({ invitation_id: id });
    updateSending().run({ id, invited_by: actor.id, ...order(id, email) });
    recordAudit({ type: 'invitation_resent', actor, subject: { id: null, email }, to: role });
    return findInvitation(id);
  });
}

/** Withdraws an invitation; its links stop working. Throws AppError `not_found`. */
export function withdrawInvitation(id: string, actor: Actor): Promise<void> {
  return inSharedTransaction(() => {
    const { email } = findInvitation(id);
    deleteInvitation().run({ id });
    recordAudit({ type: 'invitation_withdrawn', actor, subject: { id: null, email } });
  });
}

function findInvitation(id: string): Invitation {
  const row = selectInvitation().get({ id });
  if (!row) throw new AppError('not_found');
  return toInvitation(row);
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
  throw new AppError('account_exists', {
    message: message(account.name),
    fields: { email: message(account.name) },
  });
}

/** Keeps mailboxes from being flooded, and a stolen session from mailing the whole world. */
async function limitInvitations(email: string, actor: Actor): Promise<void> {
  await takePoint(limiterFor('invitation-email', { points: 3, seconds: 10 * MINUTE }), email.toLowerCase());
  await takePoint(limiterFor('invitation-day', { points: 10, seconds: DAY_MS / 1000 }), email.toLowerCase());
  await takePoint(limiterFor('invitations', { points: 30, seconds: 60 * MINUTE }), actor.id);
}

/** Removes invitations last sent over thirty days ago; returns how many. */
export function removeOldInvitations(): Promise<number> {
  return removeInSlices(deleteInvitationsBefore, { before: new Date(Date.now() - KEPT_MS).toISOString() });
}

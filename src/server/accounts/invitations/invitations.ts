import type { Invitation, InvitationState } from '~/shared/accounts/invitation';
import type { Invite } from '~/shared/accounts/invitation-schema';
import { invitationStrings } from '~/shared/strings/account/invitations';
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
/** An invitation that nobody accepted can be sent again for this long. */
const KEPT_MS = 30 * DAY_MS;

/** The invitations that nobody has accepted yet, the last sent first. */
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
 * Invites somebody by mail, in whatever way sign-ups are handled. An earlier invitation of the same email ends: its link
 * opens nothing any more.
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
 * Sends an invitation again, in the name of whoever asks for it. Earlier links of it open nothing any more.
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

/** Withdraws an invitation: its links open nothing any more. Throws AppError `not_found`. */
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

/** An administrator sees all accounts, so the answer may say what is there. */
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

/** So that nobody floods a mailbox, and one stolen session does not write to the whole world. */
async function limitInvitations(email: string, actor: Actor): Promise<void> {
  await takePoint(limiterFor('invitation-email', { points: 3, seconds: 10 * MINUTE }), email.toLowerCase());
  await takePoint(limiterFor('invitation-day', { points: 10, seconds: DAY_MS / 1000 }), email.toLowerCase());
  await takePoint(limiterFor('invitations', { points: 30, seconds: 60 * MINUTE }), actor.id);
}

/** Removes invitations that were sent more than thirty days ago; returns how many. */
export function removeOldInvitations(): Promise<number> {
  return removeInSlices(deleteInvitationsBefore, { before: new Date(Date.now() - KEPT_MS).toISOString() });
}

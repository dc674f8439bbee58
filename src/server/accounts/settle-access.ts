import { type Actor, lastProvenSignIn, recordAudit } from '../audit/audit';
import { removeCalendarAddress } from '../calendar/calendar-address';
import { query } from '../database/connection';
import { silenceDevices } from '../notices/push/subscriptions';
import { listAdmins } from '../notices/recipients';
import { removePasskeysBut } from '../passkeys/held-passkeys';
import { ABSOLUTE_MS } from '../sessions/sessions';
import { listTokenNamesOf, restTokensOf, settleTokensOf } from '../tokens/tokens';
import { listHostsOf, restWebhooksOf } from '../webhooks/webhooks';
import { restConnectionOf } from '../whatsapp/connection';
import { endInvitationsOf, listInvitedBy } from './invitations/invitations';
import { enqueueMail, type MadeAccess, type RevokedAccess } from './mails/enqueue-mail';

/**
 * Why an account's access is looked through. `own_password`: its owner changed it, signed in; `reset`: a new password
 * by mail, or a password or factors taken away by others; `demoted`: no administrator any more.
 */
type Cause = 'own_password' | 'reset' | 'demoted' | 'suspended';

type Person = { id: string; email: string };

type Settling = {
  actor: Actor | null;
  /** The owner's own passkeys, where they said which: every other one goes. */
  keptPasskeys?: readonly string[];
  /** The tokens of somebody who steps down that the actor takes over. */
  keptTokens?: readonly string[] | undefined;
};

/** What somebody copied to hand over ends with their own access. */
const deleteTokensMadeBy = query<[{ made_by: string }]>('DELETE FROM one_time_tokens WHERE made_by = :made_by');

/**
 * Settles everything that gives access and was made by an account, in the caller's transaction, which ends its sessions
 * and links. The only place that says what each cause does:
 *
 * | | own password | reset | demoted | suspended |
 * |---|---|---|---|---|
 * | devices, passkeys | end | end | stay | end (by a trigger) |
 * | calendar address | ends | ends | ends | ends (by a trigger) |
 * | links copied | end | end | end | end |
 * | invitations sent | stay, are named | end | end | end |
 * | tokens | stay, are named | made since the last proof: rest | revoked, or taken over | revoked, or taken over |
 * | destinations, WhatsApp | stay, are named | made since the last proof: rest | destinations rest | destinations rest |
 *
 * What rests is told to the administrators by mail. Returns what to tell its owner.
 */
export function settleAccess(
  cause: Cause,
  person: Person,
  { actor, keptPasskeys, keptTokens }: Settling,
): RevokedAccess {
  const { id } = person;
  const closing = actor?.id === id ? { actor } : { actor, subject: person };
  const devices = cause === 'demoted' ? [] : silenceDevices(id);
  for (const to of devices) recordAudit({ type: 'push_device_removed', ...closing, to });
  deleteTokensMadeBy().run({ made_by: id });
  const calendar = removeCalendarAddress(id);
  if (calendar) recordAudit({ type: 'calendar_address_dropped', ...closing });
  const passkeys = keptPasskeys ? removePasskeysBut(keptPasskeys, id) : [];
  for (const to of passkeys) recordAudit({ type: 'passkey_removed', ...closing, to });
  const closed = { passkeys, devices: devices.length, calendar };
  if (cause === 'own_password') return { ...closed, standing: listMade(id) };
  const made = cause === 'reset' ? settleOfReset(person, actor) : settleOfLeaving(person, keptTokens, actor);
  if (Object.values(made).every((names) => names.length === 0)) return closed;
  for (const admin of listAdmins())
    if (admin.id !== id) enqueueMail({ template: 'access_rests', user_id: admin.id, owner_id: id, cause, made });
  return { ...closed, made };
}

/** An owner who is signed in can look for themselves, and a change of habit must not stop what the company runs on. */
function listMade(id: string): MadeAccess {
  return { invitations: listInvitedBy(id), tokens: listTokenNamesOf(id), destinations: listHostsOf(id), numbers: [] };
}

function settleOfReset(person: Person, actor: Actor | null): MadeAccess {
  const since = unprovenSince(person.id);
  return {
    invitations: endInvitationsOf(person, actor),
    tokens: restTokensOf(person, since, actor),
    destinations: restWebhooksOf(person, since, actor),
    numbers: restConnectionOf(person, since, actor),
  };
}

/** Destinations are the company's, so they outlive whoever made them, once somebody who answers for them has looked. */
function settleOfLeaving(person: Person, keptTokens: readonly string[] | undefined, actor: Actor | null): MadeAccess {
  settleTokensOf(person, keptTokens, actor);
  return {
    invitations: endInvitationsOf(person, actor),
    tokens: [],
    destinations: restWebhooksOf(person, EVER, actor),
    numbers: [],
  };
}

const EVER = '';

/**
 * Since when somebody else may have acted with an account. A password proves nothing, as whoever reset it may have been
 * the last to know it: without a sign-in by a second factor, everything the account ever made is in doubt. Such a
 * sign-in vouches for what is older, except for what a session could have made that was stolen before it and still ran:
 * otherwise its owner's next morning would wash an intruder's work clean.
 */
function unprovenSince(userId: string): string {
  const proof = lastProvenSignIn(userId);
  if (proof === null) return EVER;
  const longest = new Date(Date.now() - ABSOLUTE_MS).toISOString();
  return proof < longest ? proof : longest;
}

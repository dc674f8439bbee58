import { type Actor, recordAudit } from '../audit/audit';
import { removeCalendarAddress } from '../calendar/calendar-address';
import { silenceDevices } from '../notices/push/subscriptions';
import { removePasskeysBut } from '../passkeys/held-passkeys';
import type { RevokedAccess } from './mails/enqueue-mail';

/** Who revokes, and whose account it is if not their own. */
type Closing = { actor: Actor | null; subject?: { id: string; email: string } };

/**
 * Revokes what an intruder may have left behind to stay in an account: push devices, the calendar address and, where
 * `keptPasskeys` lists the owner's own, every other passkey. Runs in the caller's transaction, which ends the sessions.
 */
export function revokeAccess(userId: string, closing: Closing, keptPasskeys?: readonly string[]): RevokedAccess {
  const devices = silenceDevices(userId);
  for (const to of devices) recordAudit({ type: 'push_device_removed', ...closing, to });
  const calendar = removeCalendarAddress(userId);
  if (calendar) recordAudit({ type: 'calendar_address_dropped', ...closing });
  const passkeys = keptPasskeys ? removePasskeysBut(keptPasskeys, userId) : [];
  for (const to of passkeys) recordAudit({ type: 'passkey_removed', ...closing, to });
  return { passkeys, devices: devices.length, calendar };
}

import { type Actor, recordAudit } from '../audit/audit';
import { removeCalendarAddress } from '../calendar/calendar';
import { silenceDevices } from '../notices/push/subscriptions';
import { removePasskeysBut } from '../passkeys/held-passkeys';
import type { ClosedDoors } from './mails/mails';

/** Who closes the doors, and whose they are if not their own. */
type Closing = { actor: Actor | null; subject?: { id: string; email: string } };

/**
 * Takes away what somebody else may have added to an account to stay in it: its devices that are told things, its calendar
 * address and, where `keptPasskeys` says which ones are the owner's, the other passkeys. In the caller's transaction, which
 * ends the sessions.
 */
export function closeDoors(userId: string, closing: Closing, keptPasskeys?: readonly string[]): ClosedDoors {
  const devices = silenceDevices(userId);
  for (const to of devices) recordAudit({ type: 'push_device_removed', ...closing, to });
  const calendar = removeCalendarAddress(userId);
  if (calendar) recordAudit({ type: 'calendar_address_dropped', ...closing });
  const passkeys = keptPasskeys ? removePasskeysBut(keptPasskeys, userId) : [];
  for (const to of passkeys) recordAudit({ type: 'passkey_removed', ...closing, to });
  return { passkeys, devices: devices.length, calendar };
}

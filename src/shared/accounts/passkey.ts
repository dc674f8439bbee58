export type Passkey = {
  id: string;
  /** The device's own id for it, used to tell the device when it is gone. */
  credential_id: string;
  name: string;
  /** Whether a provider syncs it to the person's other devices. */
  is_synced: boolean;
  last_used_at: string | null;
  created_at: string;
};

/** What lets its owner recognise a passkey. */
export type HeldPasskey = Pick<Passkey, 'id' | 'name' | 'created_at' | 'last_used_at'>;

export const MOST_PASSKEYS = 20;

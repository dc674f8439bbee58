/** One of a person's own passkeys. */
export type Passkey = {
  id: string;
  /** As the device knows it, to tell the device when it is gone. */
  credential_id: string;
  name: string;
  /** Whether a provider copies it to other devices of the same person. */
  is_synced: boolean;
  last_used_at: string | null;
  created_at: string;
};

/** What tells its owner that a passkey is their own. */
export type HeldPasskey = Pick<Passkey, 'id' | 'name' | 'created_at' | 'last_used_at'>;

export const MOST_PASSKEYS = 20;

/** What gives access without a sign-in and may rest. */
export type RestingKind = 'token' | 'webhook' | 'whatsapp' | 'calendar' | 'device' | 'invitation';

/** Access that opens nothing and gets nothing until an administrator confirms it. */
export type Resting = {
  kind: RestingKind;
  /** A calendar address has its owner's. */
  id: string;
  /** By which people recognise it; null for a calendar address. */
  name: string | null;
  /** Whose it is, or who made it; null if that account is gone. */
  person: string | null;
  rests_since: string;
};

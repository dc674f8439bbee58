/** A number whose messages are no enquiries. */
export type SilencedNumber = {
  phone_key: string;
  /** As people read it. */
  number: string;
  /** Null if that account was deleted. */
  silenced_by: string | null;
  silenced_at: string;
};

/** The company's number in WhatsApp, as administrators see it: never with its token or the app's secret. */
export type WhatsappConnection = {
  phone_number_id: string;
  /** Null until told or heard; templates need it. */
  business_account_id: string | null;
  display_phone_number: string;
  verified_name: string | null;
  /** What Meta asks for when the webhook is set up, and where it sends. */
  verify_token: string;
  webhook_url: string;
  state: 'connected' | 'failing';
  /** Why it fails, for people. */
  reason: string | null;
  /** The last signed webhook; null: none yet. */
  heard_at: string | null;
  /** Whether our first message turns 'Nuevo' into 'Contactado'. */
  moves_new: boolean;
  /** Parts of webhooks of the last 30 days that this version cannot read, counted to MOST_UNKNOWN. */
  unknown: number;
  silenced: SilencedNumber[];
  connected_at: string;
  /** Null if that account was deleted. */
  made_by: string | null;
};

/** Of the newest ones, which are kept; older ones make room. */
export const MOST_UNKNOWN = 2000;
export const UNKNOWN_KEPT_DAYS = 30;

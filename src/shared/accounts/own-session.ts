/** One of a user's open sessions. */
export type OwnSession = {
  id: string;
  user_agent: string | null;
  /** The network that it was opened from, as `networkOf` shortens addresses; null for one from before that was kept. */
  network: string | null;
  created_at: string;
  last_used_at: string;
  /** Whether this is the session of the request. */
  current: boolean;
};

export type OwnSession = {
  id: string;
  user_agent: string | null;
  /** Network it was opened from, shortened by `networkOf`; null for sessions from before that was recorded. */
  network: string | null;
  created_at: string;
  last_used_at: string;
  /** Whether it is the requesting session. */
  current: boolean;
};

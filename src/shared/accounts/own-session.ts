/** One of a user's open sessions. */
export type OwnSession = {
  id: string;
  user_agent: string | null;
  created_at: string;
  last_used_at: string;
  /** Whether this is the session of the request. */
  current: boolean;
};

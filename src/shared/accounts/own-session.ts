/** One of the sessions that a person has open. */
export type OwnSession = {
  id: string;
  user_agent: string | null;
  created_at: string;
  last_used_at: string;
  /** Whether it is the one that asked. */
  current: boolean;
};

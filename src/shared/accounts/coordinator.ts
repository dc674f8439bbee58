import type { ProfileStatus } from './account';

/** An agency's coordinator, as administrators see it. */
export type Coordinator = {
  id: string;
  name: string;
  email: string;
  status: ProfileStatus;
  /** Until when the initial password works; null if the coordinator has chosen one, or if it was made useless. */
  password_expires_at: string | null;
  created_at: string;
};

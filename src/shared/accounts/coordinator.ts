import type { ProfileStatus } from './account';

/** The one person who coordinates an agency, as administrators see them. */
export type Coordinator = {
  id: string;
  name: string;
  email: string;
  status: ProfileStatus;
  /** Until when the initial password opens anything; null once they chose their own, or it was made useless. */
  password_expires_at: string | null;
  created_at: string;
};

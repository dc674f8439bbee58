import type { ProfileStatus } from './account';

/** The one person who coordinates an agency, as administrators see them. */
export type Coordinator = {
  id: string;
  name: string;
  email: string;
  status: ProfileStatus;
  created_at: string;
};

import type { ProfileStatus, Role } from './account';

/** One of the provider's own people, as administrators see them. */
export type Member = {
  id: string;
  email: string;
  name: string;
  status: ProfileStatus;
  roles: Role[];
  created_at: string;
};

/** The part of a person that administrators change by its status. */
export type Profile = {
  id: string;
  name: string;
  status: ProfileStatus;
  company_id: number | null;
  created_at: string;
};

import type { colleagueSchema } from '../leads/answers/leads';
import type { z } from '../zod';
import type { ProfileStatus, Role } from './account';

/** A staff member, as administrators see them. */
export type Member = {
  id: string;
  email: string;
  name: string;
  status: ProfileStatus;
  roles: Role[];
  created_at: string;
  second_factor: boolean;
  /** API tokens they made, which go with their administrator role. */
  tokens: { id: string; name: string }[];
};

/** A possible owner of leads, and whether they take part in the rotation of new ones. */
export type Colleague = z.infer<typeof colleagueSchema>;

/** What a change of status returns. */
export type Profile = {
  id: string;
  name: string;
  status: ProfileStatus;
  company_id: number | null;
  created_at: string;
};

import type { colleagueSchema } from '../leads/answers/leads';
import type { z } from '../zod';
import type { ProfileStatus, Role } from './account';

/** A member of the provider's staff, as administrators see it. */
export type Member = {
  id: string;
  email: string;
  name: string;
  status: ProfileStatus;
  roles: Role[];
  created_at: string;
  /** Whether they have set up a second factor. */
  second_factor: boolean;
  /** The tokens of programs that they made, which go when they are no longer an administrator. */
  tokens: { id: string; name: string }[];
};

/** Somebody who may have leads, and whether they get new ones in turn. */
export type Colleague = z.infer<typeof colleagueSchema>;

/** The fields that a change of status returns. */
export type Profile = {
  id: string;
  name: string;
  status: ProfileStatus;
  company_id: number | null;
  created_at: string;
};

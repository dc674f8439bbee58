import { z } from '../zod';
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
  /** Whether they wait for a link that an administrator may hand over. */
  awaits_link: boolean;
  /** API tokens they made, which go with their administrator role. */
  tokens: { id: string; name: string }[];
};

/** A possible owner of leads, and whether they take part in the rotation of new ones. */
const colleagueSchema = z.object({ id: z.string(), name: z.string(), takes_leads: z.boolean() }).meta({
  id: 'Colleague',
  examples: [{ id: '5b0f6a1e-6d3c-4c55-9f0e-2f4f6f0f7c11', name: 'Bruno Sosa', takes_leads: true }],
});
export type Colleague = z.infer<typeof colleagueSchema>;
export const staffAnswer = z.object({ staff: z.array(colleagueSchema) });

/** What a change of status returns. */
export type Profile = {
  id: string;
  name: string;
  status: ProfileStatus;
  company_id: number | null;
  created_at: string;
};

/** A link that works once, to be handed over. */
export type CopiedLink = { url: string; valid_minutes: number };

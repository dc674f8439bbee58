import { z } from 'zod';

/** The ways in which a person is reached. */
export const CONTACT_CHANNELS = ['whatsapp', 'call', 'email'] as const;
export type ContactChannel = (typeof CONTACT_CHANNELS)[number];

/** Somebody opened a way to reach a lead; whether anything came of it, only they know. */
export type ContactAttempt = {
  user_id: string;
  user_name: string;
  channel: ContactChannel;
  opened_at: string;
};

/** Tells that somebody opened a way to reach a lead. */
export const openContactSchema = z.strictObject({ channel: z.enum(CONTACT_CHANNELS) });

/** What they answer when they are asked whether they reached the lead. */
export const answerContactSchema = z.strictObject({ contacted: z.boolean() });

/** Absent where a server of the version before tells of the lead, beside one of this version. */
type Attempted = { attempts?: readonly ContactAttempt[] };

/** What this person opened and has not answered for; undefined where they are asked nothing. */
export function ownAttempt({ attempts = [] }: Attempted, userId: string): ContactAttempt | undefined {
  return attempts.find(({ user_id }) => user_id === userId);
}

/** What others opened last. */
export function othersAttempt({ attempts = [] }: Attempted, userId: string): ContactAttempt | undefined {
  return attempts.findLast(({ user_id }) => user_id !== userId);
}

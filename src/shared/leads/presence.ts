import { z } from '~/shared/zod';

/** A panel opened a lead, is writing a note on it, or left it. `stream` is the panel's id. */
export const presenceSchema = z.strictObject({
  stream: z.uuid(),
  state: z.enum(['open', 'writing', 'away']),
});
export type Presence = z.infer<typeof presenceSchema>;

/** Everyone who has a lead open, once per panel. Sent to these panels. */
export type LeadViewers = { lead_id: number; people: { id: string; name: string; is_writing: boolean }[] };

import { z } from '~/shared/zod';

/** A panel shows a lead, a note is being written there, or the lead was left. `stream` is the panel's own, as it was told. */
export const presenceSchema = z.strictObject({
  stream: z.uuid(),
  state: z.enum(['open', 'writing', 'away']),
});
export type Presence = z.infer<typeof presenceSchema>;

/** Who has a lead open, once for each of their panels; told to those who do. */
export type WhoIsHere = { lead_id: number; people: { id: string; name: string; is_writing: boolean }[] };

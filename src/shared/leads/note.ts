import type { z } from '../zod';
import type { leadNoteSchema } from './answers/leads';

/** A note on a lead. A deleted one keeps its place in the history, without its text. */
export type LeadNote = z.infer<typeof leadNoteSchema>;

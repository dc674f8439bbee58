import type { z } from '../zod';
import type { leadNoteSchema } from './answers/leads';

export type LeadNote = z.infer<typeof leadNoteSchema>;

import { LEAD_COUNTRIES } from '../leads/lead';
import { importErrors } from '../strings/import-errors';
import { z } from '../zod';
import { DUPLICATE_CHOICES, IMPORT_FIELDS, IMPORT_LIMITS } from './import';

/** The query of a call that sends a file. */
export const importNameSchema = z.strictObject({
  name: z.string({ error: importErrors.nameMissing }).trim().min(1, importErrors.nameMissing).max(255),
});

/** How the columns are read, and what becomes of the rows. */
export const importCheckSchema = z.strictObject({
  mapping: z
    .array(z.enum(IMPORT_FIELDS, { error: importErrors.fieldUnknown }).nullable())
    .max(IMPORT_LIMITS.columns)
    .refine((mapping) => mapping.some((field) => field === 'nombre' || field === 'apellido'), {
      error: importErrors.nombreMissing,
    })
    .refine((mapping) => mapping.includes('email'), { error: importErrors.emailMissing }),
  duplicates: z.enum(DUPLICATE_CHOICES, { error: importErrors.duplicatesUnknown }),
  pais: z.enum(LEAD_COUNTRIES, { error: importErrors.paisUnknown }).nullish(),
  notify: z.boolean().optional(),
});
export type ImportCheckInput = z.infer<typeof importCheckSchema>;

/** `check`: the check that was seen. */
export const importRunSchema = z.strictObject({ check: z.int().positive().optional() });

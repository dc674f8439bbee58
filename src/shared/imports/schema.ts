import { CLIENT_TYPES, LEAD_COUNTRIES, LEAD_STATUSES } from '../leads/lead';
import { PLANS } from '../leads/plans';
import { importErrors } from '../strings/import-errors';
import { z } from '../zod';
import { DUPLICATE_CHOICES, IMPORT_FIELDS, IMPORT_LIMITS, type ValueField } from './import';

/** No longer text of a column names a value. */
const LONGEST_TEXT = 120;

/** The query of a call that sends a file. `sheet`: which one of a workbook; left out, the one that has the people. */
export const importUploadSchema = z.strictObject({
  name: z.string({ error: importErrors.nameMissing }).trim().min(1, importErrors.nameMissing).max(255),
  sheet: z.string().max(255).optional(),
});
export type ImportUpload = z.infer<typeof importUploadSchema>;

const texts = (value: z.ZodType<string>) => z.record(z.string().max(LONGEST_TEXT), value.nullable());
const invalid = { error: importErrors.valueUnknown };
/** What the texts of a file mean. Who an owner may be, only the server knows. */
const values = {
  estado: texts(z.enum(LEAD_STATUSES, invalid)),
  owner: texts(z.string().max(64)),
  pais: texts(z.enum(LEAD_COUNTRIES, invalid)),
  plan: texts(z.string().refine((id) => PLANS.some((plan) => plan.id === id), invalid)),
  client_type: texts(z.enum(CLIENT_TYPES, invalid)),
} satisfies Record<ValueField, unknown>;

/** How the columns are read, and what becomes of the rows. */
export const importCheckSchema = z.strictObject({
  mapping: z
    .array(z.enum(IMPORT_FIELDS, { error: importErrors.fieldUnknown }).nullable())
    .max(IMPORT_LIMITS.columns)
    .refine((mapping) => mapping.some((field) => field === 'nombre' || field === 'apellido'), {
      error: importErrors.nombreMissing,
    })
    .refine((mapping) => mapping.includes('email') || mapping.includes('whatsapp'), {
      error: importErrors.contactMissing,
    }),
  duplicates: z.enum(DUPLICATE_CHOICES, { error: importErrors.duplicatesUnknown }),
  overwrite: z.boolean().optional(),
  values: z.strictObject(values).partial().nullish(),
  prefer: z.partialRecord(z.enum(IMPORT_FIELDS), z.int().nonnegative()).optional(),
  dates: z.enum(['day', 'month']).nullish(),
  pais: z.enum(LEAD_COUNTRIES, { error: importErrors.paisUnknown }).nullish(),
  notify: z.boolean().optional(),
});
export type ImportCheckInput = z.infer<typeof importCheckSchema>;

/** `check`: the check that was seen. */
export const importRunSchema = z.strictObject({ check: z.int().positive().optional() });

import { z } from '~/shared/zod';
import type { ErrorCode } from './errors';
import { ERRORS } from './strings/errors';

/** Schemas that answers share. Screens import only types from files with schemas of answers. */

/** UTC, with milliseconds. */
export const momentSchema = z.string().meta({ format: 'date-time', examples: ['2026-11-21T03:04:05.678Z'] });

/** 'YYYY-MM-DD'. */
export const daySchema = z.string().meta({ format: 'date', examples: ['2026-11-24'] });

export const idSchema = z.int().positive();

/** Cursor of the next page; null after the last. */
export const cursorSchema = z.string().nullable();

/** An answer without a body. */
export const noBody = z.undefined();

/** Body of every failed call. */
export const errorBodySchema = z
  .object({
    error: z.object({
      code: z.enum(Object.keys(ERRORS) as ErrorCode[]),
      /** A Spanish sentence for people. */
      message: z.string(),
      /** One sentence per wrong field. */
      fields: z.exactOptional(z.record(z.string(), z.string())),
      /** The same in English, for programs: what was refused, and by which rule. */
      detail: z.exactOptional(z.string()),
      /** The rule each wrong field breaks, in English. */
      details: z.exactOptional(z.record(z.string(), z.string())),
      /** The agency that already has that name, or was created from that lead. */
      company: z.exactOptional(z.object({ id: idSchema, name: z.string(), country: z.string().nullable() })),
      /** How a person can confirm their identity where the password is not enough; programs never get it. */
      second_factor: z.exactOptional(z.array(z.enum(['totp', 'passkey', 'recovery']))),
    }),
  })
  .meta({
    id: 'Error',
    examples: [
      {
        error: {
          code: 'invalid',
          message: 'Nombre y email son obligatorios',
          fields: { email: 'Nombre y email son obligatorios' },
          detail: 'The request is well-formed, but some of its values are not acceptable. email: is required.',
          details: { email: 'is required' },
        },
      },
    ],
  });
export type ErrorBody = z.infer<typeof errorBodySchema>;

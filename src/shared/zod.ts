import { z } from 'zod';

// Zod probes `new Function` to compile schemas. The pages' policy forbids it, and Firefox reports the attempt.
if (typeof document !== 'undefined') z.config({ jitless: true });

export { z };

/** Why something is refused: for people, and what programs are told beside it. */
export type Sentence = { es: string; en: string };

/** A rule of our own about a field, for `refine` and `addIssue`. What zod checks itself it tells programs in its words. */
export const rule = ({ es, en }: Sentence, ...path: string[]) => ({ message: es, params: { en }, path });

/** An empty field of a form becomes null. */
export function emptyAsNull<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess((value) => (value === '' ? null : value), schema);
}

/** An empty parameter of a URL is none. */
export function emptyAsMissing<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess((value) => (value === '' || value === null ? undefined : value), schema);
}

/** Whether a change names anything to change. */
export function hasChanges(change: object): boolean {
  return Object.values(change).some((value) => value !== undefined);
}

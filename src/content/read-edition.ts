import type { z } from 'zod';
import { ContentError } from './content-error.ts';
import type { FileSchema } from './files.ts';
import { describeIssues, readYaml, spanish } from './read-entries.ts';

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A deep merge; lists are replaced whole. */
function change(original: unknown, changes: unknown): unknown {
  if (!isFields(original) || !isFields(changes)) return changes;
  const changed = Object.entries(changes).map(([name, value]) => [name, change(original[name], value)]);
  return { ...original, ...Object.fromEntries(changed) };
}

/**
 * Reads the differences of an edition: changed fields by file name, and in lists by entry id. Returns all files with
 * these changes, checked against their schemas.
 * @param originals The content of all files, by their names without an ending.
 * @throws {ContentError} with all mistakes of the edition's own file.
 */
export async function readEdition(
  path: string,
  file: string,
  schemas: Record<string, FileSchema>,
  originals: Fields,
): Promise<Fields> {
  const { value, lineOf } = await readYaml(path, file);
  const problems: string[] = [];
  const check = (schema: z.ZodType, changed: unknown, named: string, at: string[]) => {
    const parsed = schema.safeParse(changed, { error: spanish });
    if (!parsed.success) problems.push(...describeIssues(parsed.error, named, lineOf, at));
    return parsed.data;
  };
  const edition = { ...originals };
  for (const [name, changes] of Object.entries(isFields(value) ? value : {})) {
    const kind = schemas[name];
    if (!kind) {
      const known = Object.keys(schemas).join(', ');
      problems.push(`${lineOf([name])}no hay un archivo "${name}.yaml"; usá ${known}`);
    } else if (!kind.isList) {
      edition[name] = check(kind.schema, change(originals[name], changes), name, [name]);
    } else {
      const entries = originals[name] as { id: string }[];
      for (const id of Object.keys(isFields(changes) ? changes : {}))
        if (!entries.some((entry) => entry.id === id))
          problems.push(`${lineOf([name, id])}${name}: no hay una entrada "${id}" en ${name}.yaml`);
      edition[name] = entries.map((entry) => {
        const own = isFields(changes) ? changes[entry.id] : undefined;
        if (own === undefined) return entry;
        return check(kind.schema, change(entry, own), `${name}, entrada "${entry.id}"`, [name, entry.id]);
      });
    }
  }
  if (problems.length > 0) throw new ContentError(file, problems);
  return edition;
}

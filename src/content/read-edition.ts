import type { z } from 'zod';
import { ContentError } from './content-error.ts';
import type { FileSchema } from './files.ts';
import { describeIssues, readYaml, spanish } from './read-entries.ts';

type Fields = Record<string, unknown>;
type Entry = Fields & { id: string };

/** Fields that the CRM uses, too, and so no edition may change. */
const ONE_FOR_ALL: Record<string, readonly string[]> = { plans: ['name', 'topic', 'priceAnnual', 'priceMonthly'] };

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A list whose entries have ids, by which an edition calls them, at any depth. */
const isEntries = (value: unknown): value is Entry[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((entry) => isFields(entry) && typeof entry['id'] === 'string');

/**
 * A deep merge: fields by name, entries by id. Lists without ids are replaced whole.
 * @param strays Gets the path of each id that no entry has.
 */
function change(original: unknown, changes: unknown, path: string[], strays: string[][]): unknown {
  if (!isFields(changes)) return changes;
  const changeIn = (value: unknown, name: string) => change(value, changes[name], [...path, name], strays);
  if (isEntries(original)) {
    const known = original.map(({ id }) => id);
    for (const id of Object.keys(changes)) if (!known.includes(id)) strays.push([...path, id]);
    return original.map((entry) => (entry.id in changes ? changeIn(entry, entry.id) : entry));
  }
  const fields = isFields(original) ? original : {};
  return { ...fields, ...Object.fromEntries(Object.keys(changes).map((name) => [name, changeIn(fields[name], name)])) };
}

/** A path in the changed content as the edition's file has it: entries by their ids. */
function locate(content: unknown, path: readonly PropertyKey[]): PropertyKey[] {
  let value = content;
  return path.map((step) => {
    const called = isEntries(value) ? (value[Number(step)]?.id ?? step) : step;
    value = (value as Record<PropertyKey, unknown> | undefined)?.[step];
    return called;
  });
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
    const lineIn = (issue: readonly PropertyKey[]) => lineOf([...at, ...locate(changed, issue)]);
    if (!parsed.success) problems.push(...describeIssues(parsed.error, named, lineIn));
    return parsed.data;
  };
  const edition = { ...originals };
  for (const [name, changes] of Object.entries(isFields(value) ? value : {})) {
    const kind = schemas[name];
    if (!kind) {
      const known = Object.keys(schemas).join(', ');
      problems.push(`${lineOf([name])}no hay un archivo "${name}.yaml"; usá ${known}`);
      continue;
    }
    if (kind.isList && !isFields(changes)) {
      problems.push(
        `${lineOf([name])}${name}: debajo va el id de cada entrada que cambia, con más sangría y sin guion`,
      );
      continue;
    }
    const strays: string[][] = [];
    const changed = change(originals[name], changes, [name], strays);
    for (const path of strays)
      problems.push(`${lineOf(path)}${name}: no hay una entrada "${path.at(-1)}" en ${name}.yaml`);
    for (const [id, fields] of Object.entries(isFields(changes) ? changes : {}))
      for (const field of ONE_FOR_ALL[name] ?? [])
        if (isFields(fields) && field in fields)
          problems.push(
            `${lineOf([name, id, field])}${name}, entrada "${id}": "${field}" es uno para todos los países; cambialo en ${name}.yaml`,
          );
    edition[name] = kind.isList
      ? (changed as Entry[]).map((entry) =>
          check(kind.schema, entry, `${name}, entrada "${entry.id}"`, [name, entry.id]),
        )
      : check(kind.schema, changed, name, [name]);
  }
  if (problems.length > 0) throw new ContentError(file, problems);
  return edition;
}

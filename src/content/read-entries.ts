import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { parseDocument } from 'yaml';
import { z } from 'zod';
import { ContentError } from './content-error';

const spanish = z.locales.es().localeError;

export interface Entry<T> {
  id: string;
  data: T;
}

function describeIssues(error: z.ZodError, entry: string): string[] {
  return error.issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => `${entry}: el campo "${key}" no existe; revisá cómo está escrito`);
    }
    const field = issue.path.join('.');
    return `${entry}${field ? `, campo "${field}"` : ''}: ${issue.message}`;
  });
}

async function readYaml(path: string, file: string): Promise<unknown> {
  let source: string;
  try {
    source = await readFile(path, 'utf8');
  } catch {
    throw new ContentError(file, ['el archivo no está o no se puede leer']);
  }
  const document = parseDocument(source, { uniqueKeys: true });
  // A warning (an unknown tag, say) is a typing mistake here as well.
  const problems = [...document.errors, ...document.warnings];
  if (problems.length > 0) {
    throw new ContentError(
      file,
      problems.map((problem) => {
        const line = problem.linePos?.[0]?.line;
        return `${line ? `línea ${line}: ` : ''}el texto no tiene la forma de YAML (${problem.code}); revisá sangrías, comillas y dos puntos`;
      }),
    );
  }
  return document.toJS();
}

/** Reads a list of entries, each with its own id. Throws on the first file with a mistake, naming all of them. */
export async function readList<S extends z.ZodType<{ id: string }>>(
  path: string,
  file: string,
  schema: S,
): Promise<Entry<z.output<S>>[]> {
  const raw = await readYaml(path, file);
  if (!Array.isArray(raw) || raw.length === 0) {
    throw new ContentError(file, [
      'tiene que ser una lista con al menos una entrada que empiece con "- id:"',
    ]);
  }
  const problems: string[] = [];
  const entries = new Map<string, Entry<z.output<S>>>();
  raw.forEach((item: unknown, index) => {
    const named = item as { id?: unknown } | null;
    const entry = `entrada ${index + 1}${typeof named?.id === 'string' ? ` ("${named.id}")` : ''}`;
    if (named?.id === undefined || named.id === null) {
      problems.push(`${entry}: falta el campo "id"`);
      return;
    }
    const parsed = schema.safeParse(item, { error: spanish });
    if (!parsed.success) {
      problems.push(...describeIssues(parsed.error, entry));
    } else if (entries.has(parsed.data.id)) {
      problems.push(`${entry}: el id "${parsed.data.id}" está repetido`);
    } else {
      entries.set(parsed.data.id, { id: parsed.data.id, data: parsed.data });
    }
  });
  if (problems.length > 0) throw new ContentError(file, problems);
  return [...entries.values()];
}

/** Reads a file that is one entry, whose id is the file's name. */
export async function readSingle<S extends z.ZodType<Record<string, unknown>>>(
  path: string,
  file: string,
  schema: S,
): Promise<Entry<z.output<S>>[]> {
  const parsed = schema.safeParse(await readYaml(path, file), { error: spanish });
  const id = basename(file, '.yaml');
  if (!parsed.success) throw new ContentError(file, describeIssues(parsed.error, id));
  return [{ id, data: parsed.data }];
}

import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { type Document, isNode, isScalar, LineCounter, parseDocument, visit } from 'yaml';
import { z } from 'zod';
import { ContentError } from './content-error.ts';

const inSpanish = z.locales.es().localeError;

/** Zod's own sentences, but for the one that editors meet most. */
const spanish: z.core.$ZodErrorMap = (issue) =>
  issue.code === 'too_big' && issue.origin === 'string'
    ? `es más largo que su lugar: entran ${issue.maximum} caracteres`
    : inSpanish(issue);

export interface Entry<T> {
  id: string;
  data: T;
}

type Path = readonly PropertyKey[];

/** A file's text as it was parsed, and where in it each value stands. */
type Source = { value: unknown; lineOf: (path: Path) => string };

/** What an editor has most likely done where the text is no YAML, by the parser's code. */
const LIKELY_CAUSES: Record<string, string> = {
  TAB_AS_INDENT: 'hay un tabulador al comienzo; usá espacios, como en los renglones de al lado',
  MISSING_CHAR: 'falta cerrar unas comillas o un corchete',
  DUPLICATE_KEY: 'ese campo está dos veces en la misma entrada',
  BAD_INDENT: 'la sangría no coincide con la de los renglones de al lado',
};
const UNCLEAR = 'el texto no tiene la forma de YAML; revisá sangrías, comillas y dos puntos';

async function readYaml(path: string, file: string): Promise<Source> {
  let source: string;
  try {
    source = await readFile(path, 'utf8');
  } catch {
    throw new ContentError(file, ['el archivo no está o no se puede leer']);
  }
  const lines = new LineCounter();
  const document = parseDocument(source, { uniqueKeys: true, lineCounter: lines });
  // A warning (an unknown tag, say) is a typing mistake here as well. One mistake may upset all that follows.
  const [problem] = [...document.errors, ...document.warnings];
  if (problem) {
    const cause = LIKELY_CAUSES[problem.code] ?? UNCLEAR;
    // The parser notices an open quote where the file ends.
    const line = problem.code === 'MISSING_CHAR' ? findOpenQuote(source) : undefined;
    throw new ContentError(file, [`${nameLine(line ?? problem.linePos?.[0]?.line)}${cause}`]);
  }
  const lineAt = (offset: number | undefined) =>
    nameLine(offset === undefined ? undefined : lines.linePos(offset).line);
  const misread = findMisread(document, lineAt);
  if (misread.length > 0) throw new ContentError(file, misread);
  return {
    value: document.toJS(),
    lineOf: (issue) => {
      // What is missing stands nowhere: then the line of what it is missing from.
      for (let length = issue.length; length > 0; length--) {
        const node = document.getIn(issue.slice(0, length), true);
        if (isNode(node) && node.range) return lineAt(node.range[0]);
      }
      return '';
    },
  };
}

/** The first line, from 1, with a quote that the same line does not close. */
function findOpenQuote(source: string): number | undefined {
  const index = source.split('\n').findIndex((line) => line.split('"').length % 2 === 0);
  return index === -1 ? undefined : index + 1;
}

const nameLine = (line: number | undefined) => (line === undefined ? '' : `línea ${line}: `);

/** Values that YAML reads without complaint as something else than what their writer meant. */
function findMisread(document: Document, lineAt: (offset: number | undefined) => string): string[] {
  const problems: string[] = [];
  visit(document, {
    Scalar(_key, node) {
      if (!isScalar(node)) return;
      const line = lineAt(node.range?.[0]);
      if (node.comment) {
        problems.push(`${line}lo que sigue a # no se lee; poné el texto entero entre comillas`);
      }
      if (node.type === 'PLAIN' && /^\d{1,3}([.,]\d{3})+$/.test(node.source ?? '')) {
        problems.push(`${line}${node.source} se lee como otro número; escribilo sin puntos ni comas`);
      }
    },
  });
  return problems;
}

function describeIssues(error: z.ZodError, entry: string, lineOf: (path: Path) => string, at: Path = []) {
  return error.issues.flatMap((issue) => {
    const line = lineOf([...at, ...issue.path]);
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map(
        (key) =>
          `${lineOf([...at, ...issue.path, key])}${entry}: el campo "${key}" no existe; revisá cómo está escrito`,
      );
    }
    const field = nameField(issue.path);
    return [`${line}${entry}${field}: ${issue.message}`];
  });
}

/** The way to a value as an editor counts: `campo "features", renglón 2`. */
function nameField(path: Path): string {
  return path
    .map((step) => (typeof step === 'number' ? `, renglón ${step + 1}` : `, campo "${String(step)}"`))
    .join('');
}

/** Reads a list of entries, each with its own id. Throws on the first file with a mistake, naming all of them. */
export async function readList<S extends z.ZodType<{ id: string }>>(
  path: string,
  file: string,
  schema: S,
): Promise<Entry<z.output<S>>[]> {
  const { value: raw, lineOf } = await readYaml(path, file);
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
      problems.push(`${lineOf([index])}${entry}: falta el campo "id"`);
      return;
    }
    const parsed = schema.safeParse(item, { error: spanish });
    if (!parsed.success) {
      problems.push(...describeIssues(parsed.error, entry, lineOf, [index]));
    } else if (entries.has(parsed.data.id)) {
      problems.push(`${lineOf([index])}${entry}: el id "${parsed.data.id}" está repetido`);
    } else {
      entries.set(parsed.data.id, { id: parsed.data.id, data: parsed.data });
    }
  });
  if (problems.length > 0) throw new ContentError(file, problems);
  return [...entries.values()];
}

/** Reads a file whose fields stand for themselves. */
export async function readSingle<S extends z.ZodType<Record<string, unknown>>>(
  path: string,
  file: string,
  schema: S,
): Promise<z.output<S>> {
  const { value, lineOf } = await readYaml(path, file);
  const parsed = schema.safeParse(value, { error: spanish });
  if (!parsed.success)
    throw new ContentError(file, describeIssues(parsed.error, basename(file, '.yaml'), lineOf));
  return parsed.data;
}

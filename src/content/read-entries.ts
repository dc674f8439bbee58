import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { type Document, isNode, isScalar, LineCounter, parseDocument, visit } from 'yaml';
import { z } from 'zod';
import { ContentError } from './content-error.ts';

const inSpanish = z.locales.es().localeError;

const TYPES: Record<string, string> = {
  string: 'tiene que ser un texto; si parece un número o una hora, va entre comillas',
  number: 'tiene que ser un número, sin comillas, signos ni moneda, y con punto si lleva decimales',
  int: 'tiene que ser un número entero',
  boolean: 'tiene que ser true o false',
  array: 'tiene que ser una lista: debajo, un renglón que empiece con "- " para cada cosa',
  object: 'tiene que llevar sus propios campos debajo, con más sangría',
  record: 'tiene que llevar sus propios campos debajo, con más sangría',
};

/** The commonest mistakes in editors' words; zod's own messages for the rest. */
export const spanish: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'falta' : TYPES[issue.expected];
    case 'invalid_value':
      return `tiene que ser una de estas opciones: ${issue.values.join(', ')}`;
    case 'invalid_union':
      return Array.isArray(issue.options)
        ? `tiene que ser una de estas opciones: ${issue.options.join(', ')}`
        : inSpanish(issue);
    case 'too_big':
      if (issue.origin === 'string') return `es más largo que su lugar: entran ${issue.maximum} caracteres`;
      return issue.origin === 'array' ? `son demasiados: entran ${issue.maximum}` : `es más que ${issue.maximum}`;
    case 'too_small':
      if (issue.origin === 'string') return 'está vacío';
      if (issue.origin === 'array') return `son pocos: van ${issue.minimum}`;
      return `tiene que ser ${issue.inclusive ? `${issue.minimum} o más` : `más que ${issue.minimum}`}`;
    case 'invalid_key':
      return issue.issues[0]?.message;
    default:
      return inSpanish(issue);
  }
};

type Path = readonly PropertyKey[];

/** Parsed value, and the line of any value in it. */
type Source = { value: unknown; lineOf: (path: Path) => string };

const SIGN_FIRST = 'un texto que empieza con un signo va entre comillas';
const TAB = 'hay un tabulador al comienzo; usá espacios, como en los renglones de al lado';

/** The likeliest cause of a YAML error, by the parser's code. */
const LIKELY_CAUSES: Record<string, string> = {
  TAB_AS_INDENT: TAB,
  MISSING_CHAR: 'faltan los dos puntos después del nombre del campo, o cerrar un corchete o una llave',
  BLOCK_AS_IMPLICIT_KEY: 'un texto con dos puntos va entre comillas; si no hay ninguno, la sangría no coincide',
  UNEXPECTED_TOKEN: SIGN_FIRST,
  BAD_SCALAR_START: SIGN_FIRST,
  DUPLICATE_KEY: 'ese campo está dos veces en la misma entrada',
  BAD_INDENT: 'la sangría no coincide con la de los renglones de al lado',
};
const UNCLEAR = 'el texto no tiene la forma de YAML; revisá sangrías, comillas y dos puntos';

/** Throws if the file is missing, is not YAML, or would be read differently from what was meant. */
export async function readYaml(path: string, file: string): Promise<Source> {
  let source: string;
  try {
    source = await readFile(path, 'utf8');
  } catch {
    throw new ContentError(file, ['el archivo no está o no se puede leer']);
  }
  const unread = source.indexOf('\uFFFD');
  if (unread !== -1) {
    const line = nameLine(source.slice(0, unread).split('\n').length);
    throw new ContentError(file, [`${line}no se leen los acentos; guardá el archivo como UTF-8`]);
  }
  const lines = new LineCounter();
  const document = parseDocument(source, { uniqueKeys: true, lineCounter: lines });
  if (document.contents === null && document.errors.length === 0) {
    throw new ContentError(file, ['el archivo está vacío; recuperá lo que decía antes de cambiarlo']);
  }
  // A warning (e.g. an unknown tag) is a typo here too. Only the first problem counts: it may cause the others.
  const [problem] = [...document.errors, ...document.warnings];
  if (problem) {
    const seen = findCause(source);
    const cause = seen?.cause ?? LIKELY_CAUSES[problem.code] ?? UNCLEAR;
    throw new ContentError(file, [`${nameLine(seen?.line ?? problem.linePos?.[0]?.line)}${cause}`]);
  }
  const lineAt = (offset: number | undefined) =>
    nameLine(offset === undefined ? undefined : lines.linePos(offset).line);
  const misread = findMisread(document, lineAt);
  if (misread.length > 0) throw new ContentError(file, misread);
  return {
    value: document.toJS(),
    lineOf: (issue) => {
      // A missing value has no line: use that of the object it is missing from.
      for (let length = issue.length; length > 0; length--) {
        const node = document.getIn(issue.slice(0, length), true);
        if (isNode(node) && node.range) return lineAt(node.range[0]);
      }
      return '';
    },
  };
}

/** Causes that the parser reports too late or misreads, by the look of their line. */
const LINE_CAUSES: [RegExp, string][] = [
  // The parser takes it as a continuation of the previous line.
  [/^ *\t\s*[^\s#]/, TAB],
  // The parser reports an unclosed quote at the next one, or at the end of the file.
  [/^[^#]*?(?:[:-] +|[[{,] *)(["'])(?:(?!\1).)*$/, 'falta cerrar las comillas'],
];

/** The first line (from 1) that looks like a cause. */
function findCause(source: string): { line: number; cause: string } | undefined {
  for (const [index, text] of source.split('\n').entries())
    for (const [pattern, cause] of LINE_CAUSES) if (pattern.test(text)) return { line: index + 1, cause };
  return undefined;
}

const nameLine = (line: number | undefined) => (line === undefined ? '' : `línea ${line}: `);

/** Values that YAML accepts but reads differently from what was meant. */
function findMisread(document: Document, lineAt: (offset: number | undefined) => string): string[] {
  const problems: string[] = [];
  visit(document, {
    Alias(_key, node) {
      problems.push(`${lineAt(node.range?.[0])}${SIGN_FIRST}`);
    },
    Scalar(_key, node) {
      if (!isScalar(node)) return;
      const line = lineAt(node.range?.[0]);
      if (node.anchor) problems.push(`${line}${SIGN_FIRST}`);
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

/** One sentence per mistake, with its line. `at` is the path from the file's root to the checked value. */
export function describeIssues(error: z.ZodError, entry: string, lineOf: (path: Path) => string, at: Path = []) {
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

/** A value's place in editors' words: `campo "features", renglón 2`. */
function nameField(path: Path): string {
  return path
    .map((step) => (typeof step === 'number' ? `, renglón ${step + 1}` : `, campo "${String(step)}"`))
    .join('');
}

/** Reads a list of entries with ids. Throws all of the file's mistakes at once. */
export async function readList<S extends z.ZodType<{ id: string }>>(
  path: string,
  file: string,
  schema: S,
): Promise<z.output<S>[]> {
  const { value: raw, lineOf } = await readYaml(path, file);
  if (!Array.isArray(raw) || raw.length === 0) {
    throw new ContentError(file, ['tiene que ser una lista con al menos una entrada que empiece con "- id:"']);
  }
  const problems: string[] = [];
  const entries = new Map<string, z.output<S>>();
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
      entries.set(parsed.data.id, parsed.data);
    }
  });
  if (problems.length > 0) throw new ContentError(file, problems);
  return [...entries.values()];
}

/** Reads a file of fields. */
export async function readSingle<S extends z.ZodType<Record<string, unknown>>>(
  path: string,
  file: string,
  schema: S,
): Promise<z.output<S>> {
  const { value, lineOf } = await readYaml(path, file);
  const parsed = schema.safeParse(value, { error: spanish });
  if (!parsed.success) throw new ContentError(file, describeIssues(parsed.error, basename(file, '.yaml'), lineOf));
  return parsed.data;
}

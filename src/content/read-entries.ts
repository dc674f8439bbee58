import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { type Document, isNode, isScalar, LineCounter, parseDocument, visit } from 'yaml';
import { z } from 'zod';
import { ContentError } from './content-error.ts';
import { findOddLine } from './odd-line.ts';

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
      if (issue.input === undefined) return 'falta';
      if (issue.input === null) return 'está vacío';
      if (issue.expected === 'string' && !Array.isArray(issue.input) && typeof issue.input === 'object')
        return 'tiene que ser un texto; si lleva dos puntos, va entre comillas rectas: "…"';
      return TYPES[issue.expected];
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

/** The likeliest cause of a YAML error, by the parser's code, where no line looks odd. */
const LIKELY_CAUSES: Record<string, string> = {
  DUPLICATE_KEY: 'ese campo está dos veces en la misma entrada; si empieza otra, le falta el guion: "- "',
  BAD_INDENT: 'la sangría no coincide con la de los renglones de al lado',
};
const UNCLEAR = 'el texto no tiene la forma de YAML; revisá sangrías, comillas y dos puntos';

/** Spaces of word processors and web pages, which YAML takes for letters, where its own belong. */
const ODD_SPACE = /^[ -]{0,40}(?:\w[\w-]{0,40}: {0,9})?[\u00a0\u2000-\u200f\u202f\u205f\u2060\u3000\ufeff]/;

/** The file beside it that an editor's program gave another ending, as `plans.yaml.txt`. */
async function findRenamed(path: string): Promise<string | undefined> {
  const names = await readdir(dirname(path)).catch(() => []);
  return names.find((name) => name.startsWith(`${basename(path, '.yaml')}.`));
}

/** Throws if the file is missing, is not YAML, or would be read differently from what was meant. */
export async function readYaml(path: string, file: string): Promise<Source> {
  let source: string;
  try {
    source = await readFile(path, 'utf8');
  } catch {
    const renamed = await findRenamed(path);
    const found = renamed ? `; hay un "${renamed}": cambiale el nombre` : '';
    throw new ContentError(file, [`el archivo no está o no se puede leer${found}`]);
  }
  const unread = source.indexOf('\uFFFD');
  if (unread !== -1) {
    const line = nameLine(source.slice(0, unread).split('\n').length);
    throw new ContentError(file, [`${line}no se leen los acentos; guardá el archivo como UTF-8`]);
  }
  // From old Macs, and with the mark some editors put first.
  source = source.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const spaced = source.split('\n').findIndex((line) => ODD_SPACE.test(line)) + 1;
  if (spaced > 0) {
    throw new ContentError(file, [`${nameLine(spaced)}hay un espacio que no es común; borralo y escribilo de nuevo`]);
  }
  const lines = new LineCounter();
  const document = parseDocument(source, { uniqueKeys: true, lineCounter: lines });
  if (document.contents === null && document.errors.length === 0) {
    throw new ContentError(file, ['el archivo está vacío; recuperá lo que decía antes de cambiarlo']);
  }
  // A warning (e.g. an unknown tag) is a typo here too. Only the first problem counts: it may cause the others.
  const [problem] = [...document.errors, ...document.warnings];
  if (problem) {
    const odd = findOddLine(source);
    const cause = odd?.cause ?? LIKELY_CAUSES[problem.code] ?? UNCLEAR;
    throw new ContentError(file, [`${nameLine(odd?.line ?? problem.linePos?.[0]?.line)}${cause}`]);
  }
  const lineAt = (offset: number | undefined) =>
    nameLine(offset === undefined ? undefined : lines.linePos(offset).line);
  const misread = findMisread(document, source, lineAt);
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

const nameLine = (line: number | undefined) => (line === undefined ? '' : `línea ${line}: `);

/** Curly quotes around a whole text, or a quote without its pair at one of its ends. */
const STRAY_QUOTES = /^[“”„‘’][^“”„"]*[“”„"‘’]$|^[“”„][^“”„"]*$|^[^“”„"]*["“”„]$/;

/** HTML's and Markdown's marks. */
const FORMAT = /<\/?[a-z][^<>]{0,200}>|&(?:[a-z]{1,9}|#\d{1,6});|\*\*[^*]{1,200}\*\*/i;

/** Values that YAML accepts but reads differently from what was meant. */
function findMisread(document: Document, source: string, lineAt: (offset: number | undefined) => string): string[] {
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
      if (node.type === 'PLAIN' && STRAY_QUOTES.test(node.source ?? '')) {
        problems.push(`${line}esas comillas se verían; sacalas, o poné todo entre comillas rectas: "…"`);
      }
      const [mark] = FORMAT.exec(String(node.value)) ?? [];
      if (mark) problems.push(`${line}los textos no llevan formato, y ${mark} se vería tal cual; sacalo`);
      // An item that is indented too much goes on with the text above it.
      const range = source.slice(...(node.range ?? []).slice(0, 2));
      const odd = node.type === 'PLAIN' && /\n *- /.test(range) ? findOddLine(source) : undefined;
      if (odd) problems.push(`${nameLine(odd.line)}${odd.cause}`);
    },
  });
  return problems;
}

const isSame = (one: Path, other: Path) => one.join('\n') === other.join('\n');

/** One sentence per mistake, with its line. `at` is the path from the file's root to the checked value. */
export function describeIssues(error: z.ZodError, entry: string, lineOf: (path: Path) => string, at: Path = []) {
  // A value of another type also has the wrong length.
  const first = error.issues.filter(({ path }, index, all) => index === all.findIndex((one) => isSame(one.path, path)));
  return first.flatMap((issue) => {
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

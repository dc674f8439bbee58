/** A line of a file, from 1, that cannot be what its editor meant, and why. */
type OddLine = { line: number; cause: string };

/** Fields or items that begin at the same column. */
type Level = { column: number; isList: boolean; line: number; parent: number };

const SIGN_FIRST = 'un texto que empieza con un signo va entre comillas';
const COLON = 'un texto con dos puntos va entre comillas rectas: "…"';
const NO_COLON =
  'faltan los dos puntos después del nombre del campo; si sigue el texto de arriba, va en el mismo renglón';

/** A field's name, as all files have them. Its value follows. */
const FIELD = /^(["']?)\w[\w-]{0,40}\1 {0,3}:(?=\s|$)/;

/** Why a value cannot be read as what it says. Brackets and braces are looked at without the quoted texts in them. */
const VALUES: [RegExp, string][] = [
  [/^[“”„‘’«][^“”„‘’«»]*:/, 'las comillas tienen que ser rectas: "…"'],
  [
    /^("(?:[^"\\]|\\.)*"|'(?:[^']|'')*')\s*[^\s#]/,
    'después de las comillas que cierran no va nada; adentro de un texto usá “ ”',
  ],
  [/^(["'])(?:(?!\1).)*$/, 'falta cerrar las comillas'],
  [/^[[{].*\s#/, 'lo que sigue a # no se lee; ponelo entre comillas'],
  [/^(\[[^\]]*|\{[^}]*)$/, 'falta cerrar el corchete o la llave'],
  [/^[[{].*[\]}]\s*[^\s#\]},]/, SIGN_FIRST],
  [/^(?:[@`%&*!?:,\]}]|[|>](?![-+\d]*$)|- )/, SIGN_FIRST],
  [/^[^"'[{].*?:(\s|$)/, COLON],
];

/** What is wrong with a line that is neither a field nor an item. */
const LINES: [RegExp, string][] = [
  [/^---/, 'sobra este renglón de guiones'],
  [/^-\S/, 'falta un espacio después del guion'],
  [/^[•·–—*]/, 'en una lista cada cosa empieza con un guion común y un espacio: "- "'],
  [/^[\w-]+:\S/, 'falta un espacio después de los dos puntos'],
  [/^(<{7}|={7}|>{7})/, 'quedó de unir dos versiones del archivo; dejá una sola'],
];

const withoutQuoted = (value: string) => (/^[[{]/.test(value) ? value.replace(/"[^"]*"|'[^']*'/g, '""') : value);

const findCause = (causes: [RegExp, string][], text: string) => causes.find(([pattern]) => pattern.test(text))?.[1];

/** How wide the dashes are that a line begins with, and what follows them. */
function splitDashes(line: string): [width: number, rest: string] {
  let rest = line;
  while (rest === '-' || rest.startsWith('- ')) rest = rest.slice(1).trimStart();
  return [line.length - rest.length, rest];
}

const spaces = (count: number) => (count === 1 ? '1 espacio' : `${count} espacios`);

/**
 * The first odd line of a file that the parser refused or read in another way than meant. Knows the few shapes that
 * these files have (fields, items, texts of one line or of several), and therefore causes where a parser knows symptoms.
 */
export function findOddLine(source: string): OddLine | undefined {
  const levels: Level[] = [];
  /** Removed by the previous line, which was less indented. */
  let closed: Level[] = [];
  let previous = { line: 0, column: 0, opens: true, isItem: false };
  /** The column of a field with a text of several lines. */
  let text: number | undefined;

  const indented = (line: number, column: number, ...wanted: number[]): OddLine => ({
    line,
    cause:
      wanted.length === 0
        ? 'la sangría no coincide con la de los renglones de al lado'
        : `la sangría está mal: al comienzo lleva ${spaces(column)} y van ${wanted.join(' o ')}`,
  });

  for (const [index, whole] of source.split('\n').entries()) {
    const line = index + 1;
    if (/^\s*(#|$)/.test(whole)) continue;
    const column = whole.search(/[^ ]/);
    if (text !== undefined && column > text) continue;
    text = undefined;
    if (whole[column] === '\t') {
      return { line, cause: 'hay un tabulador al comienzo; usá espacios, como en los renglones de al lado' };
    }
    const [dashes, rest] = splitDashes(whole.slice(column).trimEnd());
    const isItem = dashes > 0;
    const field = FIELD.exec(rest);
    const value = rest.slice(field?.[0].length ?? 0).trim();
    const parent = levels.at(-1)?.column ?? -2;

    if (!isItem && !field) {
      const goesOn = column > parent && !previous.opens;
      const cause = goesOn ? findCause(VALUES, withoutQuoted(rest)) : (findCause(LINES, rest) ?? NO_COLON);
      if (cause) return { line, cause };
      continue;
    }

    const place = levels.findLastIndex((level) => level.column === column && level.isList === isItem);
    if (place === -1 && !(previous.opens && (column > parent || (isItem && column === parent)))) {
      if (field && previous.isItem && column === previous.column + 2) return { line: previous.line, cause: NO_COLON };
      // Less indented, the previous line has ended what this one goes on with.
      const ended = closed.find((level) => level.column === column && level.isList === isItem);
      if (ended) return indented(previous.line, previous.column, column);
      // Or an earlier one began at an unusual column.
      const unusual = levels.find((level) => level.column !== level.parent + 2 && column === level.parent + 2);
      if (unusual) return indented(unusual.line, unusual.column, column);
      const columns = levels.filter((level) => level.isList === isItem).map((level) => level.column);
      const nearest = Math.min(...columns.map((one) => Math.abs(one - column)));
      return indented(line, column, ...columns.filter((one) => Math.abs(one - column) === nearest));
    }
    const cause = findCause(VALUES, withoutQuoted(value));
    if (cause) return { line, cause };

    closed = place === -1 ? [] : levels.splice(place + 1);
    if (place === -1) levels.push({ column, isList: isItem, line, parent });
    const fieldColumn = column + dashes;
    if (isItem && field) levels.push({ column: fieldColumn, isList: false, line, parent: column });
    previous = { line, column, opens: value === '', isItem: isItem && !field };
    if (/^[|>]/.test(value)) text = fieldColumn;
  }
  return undefined;
}

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { isAlmost } from '../shared/almost.ts';

const FOLDER = 'src/content';

/** Questions about one line of a file. */
type Finder = (line: string, file: string, planNames: readonly string[]) => string[];

const ask = (written: string, meant: string) => `«${written}». ¿Quisiste decir «${meant}»?`;
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
const wordsOf = (text: string) => text.match(/[\p{L}\p{N}]+/gu) ?? [];

/** Longer than any Spanish word. */
const LONGEST_WORD = 30;

const FINDERS: Finder[] = [
  (line, file) =>
    file === 'comparison.yaml'
      ? [...line.matchAll(/(?<=[[,{:-] {0,4}["']?)(si|yes|nó)(?=["']? {0,4}(?:[\],}]|$))/gi)].map(([written]) =>
          ask(written, /^n/i.test(written) ? 'No' : 'Sí'),
        )
      : [],
  // Mexico reads a point as the decimal sign, so 1.000 would be one consulta. Amounts have their currency beside them, laws
  // their name in front.
  (line) =>
    [...line.matchAll(/(?<![\d.,]|[A-Z]{3} |[$€] ?|Ley )\d{1,3}(?:[.,]\d{3})+(?![.,]?\d| ?€)(?: \p{L}+)?/gu)].map(
      ([written]) => ask(written, written.replace(/[.,]/g, '')),
    ),
  (line) => [...line.matchAll(/\bAI\b/g)].map(([written]) => ask(written, 'IA')),
  (line, _file, planNames) =>
    planNames.flatMap((name) => findAlmost(line, name, planNames).map((written) => ask(written, name))),
  (line) =>
    line
      .split(/\s+/)
      // URLs and emails may be long.
      .filter((part) => !/[/@]|\.\p{L}/u.test(part))
      .flatMap(wordsOf)
      .filter(({ length }) => length > LONGEST_WORD)
      .map((word) => `«${word}» es una sola palabra. ¿Falta un espacio?`),
];

/**
 * Where `line` almost says a plan's name, off by an accent, a letter or a short word. Another plan's exact name is
 * right.
 */
function findAlmost(line: string, name: string, planNames: readonly string[]): string[] {
  const wanted = longWords(name);
  const words = [...line.matchAll(/[\p{L}\p{N}]+/gu)];
  return words.flatMap((first, place) =>
    words.slice(place, place + wanted.length + 2).flatMap((last) => {
      const written = line.slice(first.index, last.index + last[0].length);
      const isName = planNames.some((one) => one.toLowerCase() === written.toLowerCase());
      const found = longWords(written);
      // 'Agentes' or 'agente IA' may not mean the plan.
      const isMeant = /^\p{Lu}/u.test(written) || plain(written) === plain(name);
      const isSimilar =
        found.length === wanted.length && found.every((word, index) => isAlmost(word, wanted[index] ?? ''));
      const isTrimmed = [first[0], last[0]].every((word) => longWords(word).length > 0);
      return isMeant && isSimilar && isTrimmed && !isName ? [written] : [];
    }),
  );
}

/** A name's words without the short ones people leave out. */
const longWords = (text: string) => wordsOf(plain(text)).filter((word) => !/^(con|de|del|el|la)$/.test(word));

/** Questions about a file's text, not errors, because all of it may be meant. `file` is its name in the folder. */
export function findNearMisses(source: string, file: string, planNames: readonly string[]): string[] {
  return source
    .split('\n')
    .flatMap((line, index) =>
      /^\s*#/.test(line)
        ? []
        : FINDERS.flatMap((find) => find(line, file, planNames)).map(
            (question) => `${FOLDER}/${file}, línea ${index + 1}: ${question}`,
          ),
    );
}

/** Questions about all files editors write, which have to be valid. */
export async function listNearMisses(): Promise<string[]> {
  const files = (await readdir(FOLDER, { recursive: true })).filter((file) => file.endsWith('.yaml')).sort();
  const sources = await Promise.all(
    files.map(async (file) => [file, await readFile(join(FOLDER, file), 'utf8')] as const),
  );
  const plans = parse(sources.find(([file]) => file === 'plans.yaml')?.[1] ?? '') as { name: string }[];
  const planNames = plans.map(({ name }) => name);
  return sources.flatMap(([file, source]) => findNearMisses(source, file, planNames));
}

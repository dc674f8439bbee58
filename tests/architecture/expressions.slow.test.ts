import { check } from 'recheck';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { makeFuzzyPattern } from '~/server/leads/search/terms';
import { PHONE_PATTERN } from '~/shared/enquiries/fields';
import { readSources } from '../support/source-files';

/** Expressions never applied to untrusted text, and whose text they see. */
const TRUSTED_INPUT_ONLY: Record<string, string> = {
  [String.raw`src/build/finish-files.mjs: /<(script|style)\b([^>]*)>([\s\S]*?)<\/\1>/g`]:
    'pages that the build has made',
  [String.raw`src/shared/counts.ts: /\B(?=(\d{3})+$)/g`]: 'the digits of a number',
};

/** Expressions built at run time, as built; empty if untrusted text never reaches them. */
const BUILT: Record<string, string> = {
  'src/shared/phones/complete.ts': `^${PHONE_PATTERN}$`,
  'src/shared/enquiries/schema.ts': `^${PHONE_PATTERN}$`,
  'src/shared/leads/greeting-name.ts': String.raw`\s(?:de|desde|por)\s+(?:la\s+)?(?=(?<!\p{L})(re\/?max|s\.?\s?a)(?!\p{L}))`,
  'src/server/leads/search/terms.ts': makeFuzzyPattern('martn').source,
  'src/server/http/pages/astro-entry.ts': String.raw`(?:^\/users\/([^/]+?)\/?$)|(?:^\/panel\/?$)`,
  'db/person/emails.ts': String.raw`(?<![\w.+-])(?:ana@x\.com|eva@x\.com)(?![\w-]|\.\w)`,
  'db/person/contacts.ts': String.raw`(?:5[\s().\-/‐-―]{0,3}0[\s().\-/‐-―]{0,3}1|7[\s().\-/‐-―]{0,3}8)(?!\d)`,
  // File names chosen by the operator.
  'db/backups/rotation.ts': '',
};

type Expression = { at: string; literal: string };

const expressions: Expression[] = [];

const built = new Set<string>();
for (const { path, text } of readSources(['src', 'db'])) {
  const source = ts.createSourceFile(path, scriptOf(path, text), ts.ScriptTarget.Latest);
  const look = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
      const literal = node.getText(source);
      if (!(`${path}: ${literal}` in TRUSTED_INPUT_ONLY)) expressions.push({ at: `${path}:${line + 1}`, literal });
    }
    const isCall = ts.isNewExpression(node) || ts.isCallExpression(node);
    if (isCall && node.expression.getText(source) === 'RegExp') built.add(path);
    ts.forEachChild(node, look);
  };
  look(source);
}

/** The script of an Astro file, with line numbers preserved. */
function scriptOf(path: string, text: string): string {
  if (!path.endsWith('.astro')) return text;
  return (/^---\n([\s\S]*?)\n---/.exec(text)?.[1] ?? '').replace(/^/, '\n');
}

/** Linear per starting point: no unbounded repetition. */
const hasNoLoop = (source: string) => !/[*+]|\{\d+,\}/.test(source.replace(/\\[\s\S]/g, ''));

/** Makes the verdict independent of the machine's speed; only slow expressions spend the last, to name their attack. */
const WITHOUT_TIMEOUT = {
  timeout: null,
  seedingTimeout: null,
  incubationTimeout: null,
  attackTimeout: 20_000,
};

async function explain({ at, literal }: Expression): Promise<string[]> {
  const end = literal.lastIndexOf('/');
  const [source, flags] = [literal.slice(1, end), literal.slice(end + 1)];
  if (hasNoLoop(source)) return [];
  const found = await check(source, flags, WITHOUT_TIMEOUT);
  if (found.status === 'safe') return [];
  const why = found.status === 'vulnerable' ? found.complexity.summary : found.error.kind;
  return [`${at} ${literal}: ${why}`];
}

test('every expression that a stranger’s text reaches takes no longer than the text', {
  timeout: 600_000,
}, async () => {
  expect(expressions.length).toBeGreaterThan(200);
  const further = Object.entries(BUILT).map(([at, source]) => ({ at, literal: `/${source}/iu` }));
  const ofZod = { at: 'zod’s own', literal: String(z.regexes.html5Email) };
  const once = new Map([...expressions, ...further, ofZod].map((one) => [one.literal, one]));
  const slow: string[] = [];
  for (const one of once.values()) slow.push(...(await explain(one)));
  expect(slow).toEqual([]);
});

test('what is built at run time is known, and what is allowed is there', () => {
  expect([...built].sort()).toEqual(Object.keys(BUILT).sort());
  const texts = new Map(readSources(['src', 'db']).map(({ path, text }) => [path, text]));
  const gone = Object.keys(TRUSTED_INPUT_ONLY).filter((one) => {
    const [path = '', literal = ''] = one.split(/: (.*)/s);
    return !texts.get(path)?.includes(literal);
  });
  expect(gone).toEqual([]);
});

test('one that is slow would be found', async () => {
  const cubic = { at: 'here:1', literal: String.raw`/^\S+@\S+\.\S+$/` };
  expect(await explain(cubic)).toEqual([expect.stringContaining('here:1 /^')]);
});

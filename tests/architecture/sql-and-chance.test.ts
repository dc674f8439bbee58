import ts from 'typescript';
import { expect, test } from 'vitest';
import { readSources } from '../support/source-files';

const sources = readSources(['src']);

function filesWith(pattern: RegExp): string[] {
  return sources.filter(({ text }) => pattern.test(text)).map(({ path }) => path);
}

/** What makes a statement of a text. */
const MAKERS = ['query', 'leadQuery', 'deleteBatch'];
/** The lists' statements are composed for each request, of parts that these files fix and filters choose. */
const COMPOSING = /^src\/server\/leads\/.*-queries\.ts$/;

test('ASVS 1.2.4: statements are prepared in one place, from texts that are fixed when their file loads', () => {
  expect(filesWith(/\.prepare\(/)).toEqual(['src/server/database/connection.ts']);
  expect(filesWith(/\.exec\([`"]|\bdb\.exec\((?!')/)).toEqual([]);
  expect(filesWith(/\bquery</).filter((path) => !path.startsWith('src/server/'))).toEqual([]);
  expect(filesWith(/\bread(Ids|Total)\(/).filter((path) => !COMPOSING.test(path))).toEqual([]);
  const server = sources.filter(({ path }) => path.startsWith('src/server/'));
  const composing = server.filter(({ path, text }) => makesLater(path, text)).map(({ path }) => path);
  expect(composing.length).toBeGreaterThan(0);
  expect(composing.filter((path) => !COMPOSING.test(path))).toEqual(['src/server/database/connection.ts']);
});

test('nothing but SQLite copies, cuts or restarts the write-ahead log while the server runs; for the operator one command does', () => {
  const ours = readSources(['src', 'db']).filter(({ text }) =>
    /wal_checkpoint|wal_autocheckpoint|journal_size_limit/.test(text),
  );
  expect(ours.map(({ path }) => path)).toEqual(['db/write-ahead-log.ts']);
});

/** Whether a file makes statements after it has loaded, when there is input. Helpers that nobody else sees may make its own. */
function makesLater(path: string, text: string): boolean {
  const { statements } = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
  const makers = new Set(MAKERS);
  const makes = (node: ts.Node): boolean =>
    (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && makers.has(node.expression.text)) ||
    (ts.forEachChild(node, makes) ?? false);
  // A callback, as of `map`, runs with the call it is given to.
  const makesWithin = (node: ts.Node): boolean =>
    ts.forEachChild(node, (child) =>
      ts.isFunctionLike(child) && !ts.isCallExpression(node) ? makes(child) : makesWithin(child),
    ) ?? false;
  for (let known = 0; known < makers.size; ) {
    known = makers.size;
    for (const statement of statements) {
      const name = functionName(statement);
      if (name === undefined ? makesWithin(statement) : isExported(statement) && makes(statement)) return true;
      if (name !== undefined && makes(statement)) makers.add(name);
    }
  }
  return false;
}

function functionName(statement: ts.Statement): string | undefined {
  if (ts.isFunctionDeclaration(statement)) return statement.name?.text;
  if (!ts.isVariableStatement(statement)) return undefined;
  const [declared] = statement.declarationList.declarations;
  const isFunction = declared?.initializer && ts.isArrowFunction(declared.initializer);
  return isFunction && ts.isIdentifier(declared.name) ? declared.name.text : undefined;
}

function isExported(statement: ts.Statement): boolean {
  return (
    ts.canHaveModifiers(statement) &&
    ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true
  );
}

test('whoever writes shares the wait for the disk, or works in slices: no other room opens a transaction', () => {
  const opening = filesWith(/(?<!\.)\bin(Unsynced)?Transaction\b|\.transaction\(/);
  expect(opening.length).toBeGreaterThan(0);
  expect(opening.filter((path) => !path.startsWith('src/server/database/'))).toEqual([]);
  expect(filesWith(/\brecordAudit\(/).filter((path) => path.startsWith('src/pages/'))).toEqual([]);
});

test('ASVS 11.5.1: chance that can be guessed spreads retries and questions, and nothing else', () => {
  const spreading = /^src\/(server\/outbox\/|crm\/panel\/useReads\.ts)/;
  expect(filesWith(/Math\.random/).filter((path) => !spreading.test(path))).toEqual([]);
});

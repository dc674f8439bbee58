import ts from 'typescript';
import { expect, test } from 'vitest';
import { readSources } from '../support/source-files';

/** Returned by components, and elements or nothing, though not JSX: what `useFetch` shows instead, for example. */
const ELEMENTS = /^null$|(^|\.)failure$|^createPortal\(|^LineIcon\(|\.map\(/;

/** What an expression can be: the sides of its conditions. */
function findSides(node: ts.Expression): ts.Expression[] {
  if (ts.isParenthesizedExpression(node)) return findSides(node.expression);
  if (ts.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse].flatMap(findSides);
  if (!ts.isBinaryExpression(node)) return [node];
  const isAnd = node.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken;
  return (isAnd ? [node.right] : [node.left, node.right]).flatMap(findSides);
}

/** What a function returns, not those within it. */
function findReturned(node: ts.Node): ts.Expression[] {
  if (ts.isReturnStatement(node)) return node.expression ? findSides(node.expression) : [];
  const found: ts.Expression[] = [];
  ts.forEachChild(node, (child) => {
    if (!ts.isFunctionLike(child)) found.push(...findReturned(child));
  });
  return found;
}

test('a component returns elements, never a mere text, which would stand beside others without one of its own', () => {
  const loose: string[] = [];
  let components = 0;
  for (const { path, text } of readSources(['src/crm'])) {
    if (!path.endsWith('.tsx')) continue;
    const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
    for (const one of source.statements) {
      if (!ts.isFunctionDeclaration(one) || !/^[A-Z]/.test(one.name?.text ?? '')) continue;
      components++;
      for (const returned of findReturned(one)) {
        const isJsx = ts.isJsxElement(returned) || ts.isJsxSelfClosingElement(returned) || ts.isJsxFragment(returned);
        if (!isJsx && !ELEMENTS.test(returned.getText())) loose.push(`${path}: ${one.name?.text}`);
      }
    }
  }
  expect(components).toBeGreaterThan(200);
  expect(loose).toEqual([]);
});

test('elements are made by JSX, which gives each text one of its own', () => {
  const others = readSources(['src/crm']).filter(({ text }) =>
    /\b(createElement|cloneElement)\b[^;]*'react'/.test(text),
  );
  // The island itself.
  expect(others.map(({ path }) => path)).toEqual(['src/crm/island-server.ts']);
});

import { expect, test } from 'vitest';
import { readSources } from '../support/source-files';

test('no file imports itself by way of others', () => {
  const sources = readSources(['src', 'db']);
  const known = new Set(sources.map(({ path }) => path));
  const importsOf = new Map(
    sources.map(({ path, imports }) => [
      path,
      imports.flatMap(
        (target) => ['', '.ts', '.tsx', '.mjs', '.js'].map((end) => target + end).find((file) => known.has(file)) ?? [],
      ),
    ]),
  );
  expect([...importsOf.values()].flat().length).toBeGreaterThan(sources.length);
  expect(findCircles(importsOf)).toEqual([]);
});

/** Groups of files that all reach each other (Tarjan's strongly connected components). */
function findCircles(importsOf: Map<string, string[]>): string[][] {
  const order = new Map<string, number>();
  const earliest = new Map<string, number>();
  const open: string[] = [];
  const circles: string[][] = [];

  function visit(file: string): number {
    const place = order.size;
    order.set(file, place);
    earliest.set(file, place);
    open.push(file);
    for (const target of importsOf.get(file) ?? []) {
      const reached = order.has(target)
        ? open.includes(target)
          ? (order.get(target) ?? place)
          : place
        : visit(target);
      earliest.set(file, Math.min(earliest.get(file) ?? place, reached));
    }
    if (earliest.get(file) === place) {
      const group = open.splice(open.indexOf(file)).sort();
      if (group.length > 1 || importsOf.get(file)?.includes(file)) circles.push(group);
    }
    return earliest.get(file) ?? place;
  }

  for (const file of importsOf.keys()) if (!order.has(file)) visit(file);
  return circles.sort(([a = ''], [b = '']) => (a < b ? -1 : 1));
}

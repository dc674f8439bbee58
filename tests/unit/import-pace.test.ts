import { expect, test } from 'vitest';
import { openFile } from '~/server/imports/files/read-file';

test('while short rows that are not as wide as the first one are passed over, others have their turns', async () => {
  const { rows } = await openFile(Buffer.from(`Nombre,Email\nAna,ana@x.example.com${'\n'.repeat(20_000)}`));
  let turns = 0;
  let isOver = false;
  const turn = () => {
    turns++;
    if (!isOver) setImmediate(turn);
  };
  turn();
  let count = 0;
  for await (const _ of rows) count++;
  isOver = true;
  expect(count).toBe(2);
  // Read at a stretch, it would be a handful.
  expect(turns).toBeGreaterThan(100);
});

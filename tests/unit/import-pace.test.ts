import { expect, test } from 'vitest';
import { openFile } from '~/server/imports/files/read-file';

test('short rows that are not as wide as the first one hold nobody up', async () => {
  const { rows } = await openFile(Buffer.from(`Nombre,Email\nAna,ana@x.example.com${'\n'.repeat(50_000)}`));
  let longest = 0;
  let isOver = false;
  let before = process.cpuUsage();
  const turn = () => {
    const { user, system } = process.cpuUsage(before);
    longest = Math.max(longest, (user + system) / 1000);
    before = process.cpuUsage();
    if (!isOver) setImmediate(turn);
  };
  turn();
  let count = 0;
  for await (const _ of rows) count++;
  isOver = true;
  expect(count).toBe(2);
  expect(longest).toBeLessThan(150);
});

import { expect, test } from 'vitest';
import { openMachine, readBlocks, runsHere } from '../support/guide/follow';

// Each block and its promise is in guide.slow.test.ts, without the slow npm steps.
test('the guide installs and updates with npm itself, for the address that it builds for', {
  timeout: 900_000,
}, async () => {
  const opened = await openMachine({ realNpm: true });
  try {
    const blocks = readBlocks().filter(runsHere);
    const [install, look] = blocks;
    const restore = blocks.find(({ heading }) => heading === 'Respaldar y restaurar');
    const update = blocks.find(({ heading }) => heading === 'Actualizar');
    if (!install || !look || !restore || !update) throw new Error('the guide has other blocks than this test knows');
    await opened.follow(install);
    await expect.poll(opened.answers).toBe(true);
    const looked = await opened.follow(look);
    expect(looked).toContain('✓ Base:');
    expect(looked).not.toMatch(/✗|built_for_another_site/);
    await opened.follow(restore);
    await expect.poll(opened.answers).toBe(true);
    expect(await opened.follow(update)).not.toContain('✗');
    await expect.poll(opened.answers).toBe(true);
  } finally {
    await opened.close();
  }
});

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { makePerson } from '../support/accounts';
import { measureOverflow, signIn } from '../support/browser';
import { newWord } from '../support/new-word';
import { makeLead } from '../support/panel';
import { button, openCrm, openStage, PHONE, server } from '../support/stage';

openStage();

test('an administrator takes out the list as it stands, also on a phone; where there is nothing to take out, and to staff, it is not offered', async () => {
  const word = newWord();
  const admin = makePerson(server, { roles: ['admin'] });
  for (const [nombre, pais] of [
    ['Iris Vega', 'Chile'],
    ['Noa Rey', 'Chile'],
    ['Omar Paz', 'México'],
  ])
    await makeLead(server, admin, { nombre: `${nombre} ${word}`, pais });
  const page = await openCrm(admin, `/panel?q=${word}&pais=Chile`);
  const what = page.getByText('Los 2 leads de esta lista');
  await button(page, 'Exportar').click();
  await what.waitFor();
  await page.keyboard.press('Escape');
  await what.waitFor({ state: 'hidden' });
  await page.getByLabel('Orden').selectOption('Más antiguos');
  await expect.poll(() => page.url()).toContain('orden=antiguos');
  await button(page, 'Exportar').click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: /Excel/ }).click(),
  ]);
  const [, ...rows] = readFileSync(await download.path(), 'utf8')
    .trim()
    .split('\r\n');
  expect(rows.map((row) => row.split(';')[1])).toEqual([`Iris Vega ${word}`, `Noa Rey ${word}`]);
  await what.waitFor({ state: 'hidden' });

  await page.setViewportSize(PHONE);
  await button(page, 'Exportar').click();
  await page.getByRole('link', { name: /CSV estándar/ }).waitFor();
  expect(await measureOverflow(page), 'wider than a phone by').toBeLessThanOrEqual(0);
  await page.keyboard.press('Escape');

  const isNotOffered = async (path: string) => {
    await page.goto(path);
    // It comes together with this one.
    await button(page, 'Guardar vista').waitFor();
    expect(await button(page, 'Exportar').count(), path).toBe(0);
  };
  await isNotOffered(`/panel?q=${word}&estado=ganado`);
  await signIn(page.context(), server.url, makePerson(server));
  await isNotOffered(`/panel?q=${word}&pais=Chile`);
});

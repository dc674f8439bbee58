import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { makePerson } from '../support/accounts';
import { measureOverflow, signIn } from '../support/browser';
import { newWord } from '../support/new-word';
import { makeLead } from '../support/panel';
import { readWorkbook } from '../support/read-workbook';
import { openActions, openCrm, openStage, PHONE, server } from '../support/stage';

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
  const openExport = async () => (await openActions(page)).getByRole('button', { name: 'Exportar' }).click();
  await openExport();
  await what.waitFor();
  await page.keyboard.press('Escape');
  await what.waitFor({ state: 'hidden' });
  await page.getByRole('columnheader', { name: 'Fecha' }).getByRole('link').click();
  await expect.poll(() => page.url()).toContain('orden=antiguos');
  await openExport();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Excel (.xlsx)' }).click(),
  ]);
  const [leads] = await readWorkbook(readFileSync(await download.path()));
  expect(leads?.rows.map(([, nombre]) => nombre)).toEqual(['Nombre', `Iris Vega ${word}`, `Noa Rey ${word}`]);
  await what.waitFor({ state: 'hidden' });

  await page.setViewportSize(PHONE);
  await openExport();
  await page.getByRole('link', { name: 'CSV', exact: true }).waitFor();
  await expect.poll(() => measureOverflow(page), { message: 'wider than a phone by' }).toBeLessThanOrEqual(0);
  await page.keyboard.press('Escape');

  const isNotOffered = async (path: string) => {
    await page.goto(path);
    expect(await (await openActions(page)).getByRole('button', { name: 'Exportar' }).count(), path).toBe(0);
  };
  await isNotOffered(`/panel?q=${word}&estado=ganado`);
  await signIn(page.context(), server.url, makePerson(server));
  await isNotOffered(`/panel?q=${word}&pais=Chile`);
});

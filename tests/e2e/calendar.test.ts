import { expect, test } from 'vitest';
import { makePerson } from '../support/accounts';
import { findAxeViolations } from '../support/browser';
import { button, openPage, openStage, PHONE, server, toast, waitForIslands } from '../support/stage';

openStage();

test('a calendar address is made, changed and given up in one’s account', async () => {
  const page = await openPage({ viewport: PHONE, person: makePerson(server) });
  await page.goto('/cuenta/sesiones');
  await waitForIslands(page);
  const calendar = page.getByRole('region', { name: 'Calendario' });
  const address = calendar.getByLabel('Dirección del calendario');
  const read = async (url: string) => (await fetch(url)).status;

  await button(page, 'Crear dirección').click();
  const first = await address.inputValue();
  expect(await read(first)).toBe(200);
  expect(await findAxeViolations(page)).toEqual([]);

  await page.reload();
  await waitForIslands(page);
  await calendar.getByText('Hay una dirección en uso').waitFor();
  expect(await address.count()).toBe(0);
  await button(page, 'Crear otra').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Crear otra' }).click();
  await address.waitFor();
  const second = await address.inputValue();
  expect([await read(first), await read(second)]).toEqual([404, 200]);

  await button(page, 'Dejar de usarla').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Dejar de usarla' }).click();
  await toast(page, 'La dirección ya no sirve');
  await button(page, 'Crear dirección').waitFor();
  expect(await read(second)).toBe(404);
});

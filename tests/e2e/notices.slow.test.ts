import { expect, test } from 'vitest';
import { measureOverflow } from '../support/browser';
import { call } from '../support/http';
import { waitForIslands } from '../support/hydrated';
import { providePerson } from '../support/provide';
import { button, openCrm, openStage, PHONE, server, toast } from '../support/stage';

// Of its own: the office hours are everybody's.
openStage(() => ({}));
const admin = providePerson(server, { roles: ['admin'] });

test('administrators set the office hours, and what is wrong with them stands beside its field', async () => {
  const page = await openCrm(admin, '/users?vista=ajustes');
  await page.getByRole('link', { name: 'Avisos del equipo' }).click();
  await page.getByRole('checkbox', { name: 'sábado' }).waitFor();
  await waitForIslands(page);
  await expect.poll(() => measureOverflow(page), { message: 'on a desk' }).toBeLessThanOrEqual(0);
  await page.setViewportSize(PHONE);
  await expect.poll(() => measureOverflow(page), { message: 'on a phone' }).toBeLessThanOrEqual(0);
  await page.getByRole('checkbox', { name: 'sábado' }).check();
  await page.getByLabel('Desde').fill('18:00');
  await page.getByLabel('Hasta').fill('09:00');
  await button(page, 'Guardar avisos').click();
  await page.getByText('Hasta: tiene que ser más tarde que la apertura.').first().waitFor();
  await page.getByLabel('Desde').fill('08:00');
  await page.getByLabel('Avisar otra vez al equipo a los').fill('10');
  await button(page, 'Guardar avisos').click();
  await toast(page, 'Avisos guardados');
  const { json } = await call(server, '/api/team/notices', { cookie: admin.cookie });
  expect(json).toMatchObject({ days: [1, 2, 3, 4, 5, 6], opens: '08:00', closes: '09:00', insist_after: 10 });
});

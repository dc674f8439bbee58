import { beforeAll, expect, test } from 'vitest';
import { makePerson, type Person } from '../support/accounts';
import { openCrm, openPage, openStage, server } from '../support/stage';

let staff: Person;

openStage();
beforeAll(async () => {
  staff = makePerson(server);
});

test('what is pressed before the panel is alive is done once it is', async () => {
  const page = await openPage({ person: staff });
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/_astro/CreateLeadButton*.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/panel', { waitUntil: 'load' });
  await page.getByRole('button', { name: 'Crear Lead' }).click();
  expect(await page.getByRole('dialog').count()).toBe(0);
  release();
  await page.getByRole('dialog', { name: 'Crear Lead Manual' }).waitFor();
});

test('a notice from the address is shown once, stays while it has the focus, and leaves', async () => {
  const page = await openCrm(staff, '/login');
  await page.clock.install();
  await page.goto('/panel?aviso=sin-permiso');
  const toast = page.getByText('No tienes permisos para acceder a esta sección');
  await toast.waitFor();
  expect(new URL(page.url()).search).toBe('');
  await page.keyboard.press('Alt+t');
  await page.clock.runFor(20_000);
  expect(await toast.count()).toBe(1);
  await page.getByLabel('Buscar').focus();
  await page.clock.runFor(6000);
  await toast.waitFor({ state: 'detached' });
});

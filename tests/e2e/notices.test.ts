import { beforeAll, expect, test } from 'vitest';
import { makePerson, type Person } from '../support/accounts';
import { findAxeViolations, measureOverflow } from '../support/browser';
import { makeCompany } from '../support/companies';
import { call } from '../support/http';
import { button, DESKTOP, openPage, openStage, PHONE, server, toast, waitForIslands } from '../support/stage';

let admin: Person;
openStage();
beforeAll(() => {
  admin = makePerson(server, { roles: ['admin'] });
});

async function open(person: Person, path: string, viewport = DESKTOP) {
  const page = await openPage({ viewport, person });
  await page.goto(path);
  await waitForIslands(page);
  return page;
}

test('people choose in their account when they are written to', async () => {
  const ana = makePerson(server);
  const page = await open(ana, '/cuenta/sesiones');
  const notices = page.getByRole('region', { name: 'Avisos' });
  const digest = notices.getByRole('radio', { name: /^Un resumen por día/ });
  expect(await digest.isChecked()).toBe(true);
  await notices.getByRole('radio', { name: /^Cada consulta/ }).check();
  await notices.getByLabel('Zona horaria').selectOption('España');
  await button(page, 'Guardar avisos').click();
  await toast(page, 'Avisos guardados');
  const { json } = await call(server, '/api/account/notices', { cookie: ana.cookie });
  expect(json).toMatchObject({ email: 'each', zone: 'Europe/Madrid' });
  await page.reload();
  expect(await notices.getByRole('radio', { name: /^Cada consulta/ }).isChecked()).toBe(true);
});

test('coordinators are told nothing, so they choose nothing', async () => {
  const companyId = makeCompany(server, { name: 'Casa Sur', country: 'Chile', plan: 'PRO' });
  const page = await open(makePerson(server, { roles: ['coordinator'], companyId }), '/cuenta/sesiones');
  expect(await page.getByRole('heading', { name: 'Avisos' }).count()).toBe(0);
});

test('administrators set the office hours, and what is wrong with them stands beside its field', async () => {
  const page = await open(admin, '/users?vista=equipo');
  await page.getByRole('link', { name: 'Avisos del equipo' }).click();
  await waitForIslands(page);
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

test.each([
  ['a phone', PHONE],
  ['a desk', DESKTOP],
])(
  'on %s the team’s settings have nothing that axe finds wrong, and nothing that overflows',
  async (_name, viewport) => {
    const page = await open(admin, '/users/avisos', viewport);
    expect(await findAxeViolations(page)).toEqual([]);
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
  },
);

import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makePerson } from '../support/accounts';
import { launchBrowser, measureOverflow, newContext } from '../support/browser';
import { makeAgents, makeCompany } from '../support/companies';
import { makeLead } from '../support/panel';
import { openStage, PHONE, server, waitForIslands } from '../support/stage';

let large: Browser;

openStage();
beforeAll(async () => {
  large = await launchBrowser(['--blink-settings=defaultFontSize=32']);
});
afterAll(() => large.close());

test('on a phone with text at 200 % nothing of the CRM is out of the window', async () => {
  const admin = makePerson(server, { name: 'Ana', roles: ['admin'] });
  const company = makeCompany(server, { name: 'Inmobiliaria Costanera del Litoral' });
  makeAgents(server, company, 2);
  await makeLead(server, admin, {
    nombre: 'María Fernanda de los Ángeles',
    email: 'maria.fernanda.de.los.angeles@inmobiliaria-costanera.example.com',
    whatsapp: '+5491155554444',
    pais: 'Argentina',
  });
  const context = await newContext(large, server, {
    person: admin,
    viewport: PHONE,
    hasTouch: true,
    isMobile: true,
  });
  const page = await context.newPage();
  const tooWide: string[] = [];
  for (const path of [
    '/panel',
    '/panel/papelera',
    '/panel/importar',
    '/users?vista=inmobiliarias',
    '/users?vista=equipo',
    '/users?vista=registro',
    '/users?vista=integraciones',
    `/users/company/${company}`,
    '/cuenta/sesiones',
    '/cuenta/cambiar-contrasena',
  ]) {
    await page.goto(path);
    await waitForIslands(page);
    if ((await measureOverflow(page)) > 0) tooWide.push(path);
  }
  expect(tooWide).toEqual([]);

  await page.goto('/panel');
  await waitForIslands(page);
  await page.getByRole('link', { name: 'María Fernanda de los Ángeles', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('tab', { name: 'Notas' }).click();
  await dialog.getByRole('button', { name: 'Guardar nota' }).scrollIntoViewIfNeeded();
  expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
  await context.close();
});

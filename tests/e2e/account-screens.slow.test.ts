import { expect, test } from 'vitest';
import { makePerson } from '../support/accounts';
import { measureOverflow, signIn } from '../support/browser';
import { makeAgents, makeCompany } from '../support/companies';
import { setUpTotp, takeFirstStep } from '../support/second-factor';
import { DESKTOP, openPage, openStage, PHONE, server, waitForIslands } from '../support/stage';

openStage();

test('no screen of an account is wider than a phone or a desk', async () => {
  const companyId = makeCompany(server, { name: 'Casa Sur', country: 'Chile', plan: 'PRO' });
  makeAgents(server, companyId, 1);
  const screens = [
    {
      who: undefined,
      paths: [
        '/login',
        '/cuenta/restablecer#token=x',
        '/login?modo=registro',
        '/cuenta/verificar#token=x',
        '/cuenta/recuperar',
        '/cuenta/acceso',
        '/cuenta/baja?token=x',
        '/cuenta/acceso#token=x',
        `/cuenta/baja?topic=leads&token=${'0'.repeat(40)}`,
        '/cuenta/invitacion',
        '/cuenta/baja?listo=1',
        '/cuenta/invitacion#token=x',
      ],
    },
    {
      who: makePerson(server, { roles: ['admin'] }),
      paths: [
        '/panel/whatsapp?lead=987654',
        '/cuenta/cambiar-contrasena',
        '/cuenta',
        '/users?vista=equipo',
        '/users?vista=registro',
      ],
    },
    { who: makePerson(server, { roles: ['coordinator'], companyId }), paths: ['/inmobiliaria'] },
  ];
  for (const { who, paths } of screens) {
    const page = await openPage({ ...(who && { person: who }), hasTouch: true });
    for (const path of paths) {
      await page.setViewportSize(PHONE);
      await page.goto(path);
      await waitForIslands(page);
      expect.soft(await measureOverflow(page), `${path} on a phone`).toBeLessThanOrEqual(0);
      for (const link of await page.locator('.text-link').filter({ visible: true }).all())
        expect.soft((await link.boundingBox())?.height, `links of ${path}`).toBeGreaterThanOrEqual(44);
      await page.setViewportSize(DESKTOP);
      expect.soft(await measureOverflow(page), `${path} on a desk`).toBeLessThanOrEqual(0);
    }
  }
});

test('where scripts are switched off, what needs them says so, the rest can be read, and mails are stopped by keyboard alone', async () => {
  const page = await openPage({ viewport: PHONE, javaScriptEnabled: false });
  const said = page.locator('noscript p');
  for (const path of ['/login', '/cuenta/recuperar', '/cuenta/invitacion']) {
    await page.goto(path);
    expect((await said.boundingBox())?.height, path).toBeGreaterThan(20);
  }

  const person = makePerson(server);
  await setUpTotp(server, person);
  await signIn(page.context(), server.url, { ...person, cookie: await takeFirstStep(server, person) });
  await page.goto('/login?paso=recuperacion');
  await page.getByRole('heading', { name: 'Verificación en dos pasos', level: 1 }).waitFor();
  await page.getByRole('textbox', { name: 'Código de recuperación' }).waitFor();

  await page.goto('/cuenta/baja?token=0123');
  await expect.poll(() => said.count(), { message: 'to stop the mails needs none' }).toBe(0);
  await page.getByText('El enlace está incompleto. Abrilo otra vez desde el correo.').waitFor();
  await expect.poll(() => page.getByRole('button').count(), { message: 'a link that was cut off' }).toBe(0);
  await page.goto(`/cuenta/baja?topic=leads&token=${'0'.repeat(40)}`);
  await page.getByRole('button', { name: 'No recibir más estos correos' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Listo' }).waitFor();
});

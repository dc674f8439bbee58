import { expect, test } from 'vitest';
import { makePerson } from '../support/accounts';
import { signIn } from '../support/browser';
import { setUpTotp, takeFirstStep } from '../support/second-factor';
import { openPage, openStage, PHONE, server } from '../support/stage';

openStage();

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

import { expect, test } from 'vitest';
import { makePerson } from '../support/accounts';
import { makeCompany } from '../support/companies';
import { call, submitEnquiry, validEnquiry } from '../support/http';
import { waitForIslands } from '../support/hydrated';
import { makeLead } from '../support/panel';
import { provideProvenPerson } from '../support/provide';
import { button, holdRequests, openCrm, openStage, server, toast } from '../support/stage';

openStage();
const admin = provideProvenPerson(server, { roles: ['admin'] });

test('an agency: what is asked while it is read again is done after it, and of two plans the last one stays', async () => {
  const id = makeCompany(server);
  makePerson(server, { roles: ['coordinator'], companyId: id });
  const page = await openCrm(admin, `/users/company/${id}`);
  const releaseReading = await holdRequests(page, `**/api/companies/${id}`);
  const answer = (text: string) => page.getByRole('alertdialog').getByRole('button', { name: text }).click();
  await button(page, 'Reset Contraseña').click();
  await answer('Restablecer');
  await toast(page, 'Contraseña restablecida. Se ha enviado un email al coordinador.');
  await button(page, 'Suspender').click();
  await answer('Suspender');
  releaseReading();
  await toast(page, 'Coordinador suspendido');
  await button(page, 'Reactivar').waitFor();

  const releasePlans = await holdRequests(page, `**/api/companies/${id}`);
  const plan = page.getByRole('region', { name: 'Plan' }).getByRole('combobox');
  await plan.selectOption('Pro');
  await plan.selectOption('Free');
  const answered: unknown[] = [];
  page.on('response', (response) => {
    if (response.request().method() === 'PATCH') answered.push(response.request().postDataJSON().plan);
  });
  releasePlans();
  await expect.poll(() => answered).toEqual(['PRO', 'FREE']);
  await expect.poll(() => plan.inputValue()).toBe('FREE');
});

test('two enquiries that were set aside can be settled at once; a lead is brought back once, however often it is asked for', async () => {
  for (const nombre of ['Una Prisa', 'Otra Prisa']) {
    await submitEnquiry(server, { ...validEnquiry, nombre, sitio_web: 'x' });
  }
  const { id } = await makeLead(server, admin, { nombre: 'Vuelve Una Vez' });
  await call(server, `/api/leads/${id}`, { method: 'DELETE', cookie: admin.cookie });

  const page = await openCrm(admin, '/panel/apartadas');
  const releaseEnquiries = await holdRequests(page, '**/api/enquiries/**');
  await button(page, 'Descartar la consulta de Una Prisa').click();
  await button(page, 'Descartar la consulta de Otra Prisa').click();
  releaseEnquiries();
  for (const name of ['Una Prisa', 'Otra Prisa'])
    await button(page, `Descartar la consulta de ${name}`).waitFor({ state: 'detached' });

  await page.goto('/panel/papelera');
  await waitForIslands(page);
  let asked = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST') asked++;
  });
  const releaseLead = await holdRequests(page, '**/api/leads/**');
  await button(page, 'Recuperar lead Vuelve Una Vez').dblclick();
  releaseLead();
  await toast(page, 'Lead recuperado');
  expect(asked).toBe(1);
});

import { expect, test } from 'vitest';
import { makePerson, PASSWORD } from '../support/accounts';
import { watchComplaints } from '../support/browser';
import { openPage, openStage, server } from '../support/stage';

openStage();

test('an enquiry from the landing becomes a lead that a signed-in person moves to Contactado', async () => {
  const visitor = await openPage();
  const complaints = watchComplaints(visitor);
  const scripts: string[] = [];
  visitor.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  await visitor.goto('/', { waitUntil: 'networkidle' });
  expect(scripts, 'script files before any interaction').toEqual([]);

  await visitor.getByRole('button', { name: 'Quiero mi agente inmobiliario IA' }).click();
  const dialog = visitor.getByRole('dialog', { name: 'Contactanos' });
  await dialog.locator('[name=nombre]').fill('Rosa Ibáñez');
  await dialog.locator('[name=email]').fill('rosa@ibanez.example.com');
  await dialog.locator('[name=pais]').selectOption({ label: 'México' });
  await dialog.locator('[name=telefono]').fill('+5215512345678');
  await dialog.locator('[name=mensaje]').fill('Necesito responder de noche.');
  await dialog.getByRole('button', { name: 'Enviar consulta' }).click();
  await visitor.waitForURL('**/gracias');
  expect(complaints).toEqual([]);

  const person = makePerson(server, { name: 'Bruno Sosa' });
  const staff = await openPage();
  const staffComplaints = watchComplaints(staff);
  await staff.goto('/panel');
  expect(new URL(staff.url()).pathname).toBe('/login');
  await staff.locator('input[type=email]').fill(person.email);
  await staff.locator('input[type=password]').fill(PASSWORD);
  await staff.getByRole('button', { name: 'Iniciar sesión' }).click();
  await staff.waitForURL('**/panel');

  const row = staff.getByRole('row').filter({ hasText: 'Rosa Ibáñez' });
  await expect.poll(() => row.innerText()).toMatch(/rosa@ibanez\.example\.com[\s\S]*México/);
  const contacted = staff.locator('dl > div').filter({ hasText: 'Contactados' });
  await expect.poll(() => contacted.innerText()).toMatch(/\b0\b/);
  await row.getByRole('button', { name: 'Nuevo', exact: true }).click();
  const picker = staff.getByRole('dialog', { name: 'Cambiar estado a:' });
  await picker.getByRole('button', { name: 'Contactado' }).click();
  await staff.getByText('Estado actualizado correctamente').waitFor();
  await expect.poll(() => contacted.innerText()).toMatch(/\b1\b/);
  await staff.reload();
  await row.getByRole('button', { name: 'Contactado', exact: true }).waitFor();

  await staff.getByRole('button', { name: 'Cerrar sesión' }).click();
  await staff.waitForURL(`${server.url}/`);
  await staff.goto('/panel');
  expect(new URL(staff.url()).pathname).toBe('/login');
  expect(staffComplaints).toEqual([]);
});

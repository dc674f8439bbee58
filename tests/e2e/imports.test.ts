import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { XLSX_TYPE } from '~/shared/imports/file-types';
import { makePerson } from '../support/accounts';
import { measureOverflow, watchConsoleErrors } from '../support/browser';
import { waitForIslands } from '../support/hydrated';
import { withSheet, workbook } from '../support/imports';
import { makeLead } from '../support/panel';
import { atPath, button, DESKTOP, openActions, openCrm, openStage, PHONE, server } from '../support/stage';

openStage();

const csv = (lines: string[], name: string) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(lines.join('\r\n'), 'latin1'),
});
const HEADS = 'Señor;Email;Observaciones;Clave;Estado;Etapa;Teléfono;Alta';

test('an administrator imports a file, mends what is wrong with it and what was rejected, and undoes it, by keyboard and on any screen', async () => {
  const admin = makePerson(server, { roles: ['admin'], name: 'Jefa' });
  const tag = admin.id.slice(0, 8);
  await makeLead(server, admin, { nombre: 'Ya estaba', email: `ya-${tag}@x.example.com` });
  const page = await openCrm(admin);
  const complaints = watchConsoleErrors(page);
  await (await openActions(page)).getByRole('link', { name: 'Importar' }).click();
  await atPath(page, '/panel/importar');
  await waitForIslands(page);
  const looksGood = async () => {
    for (const viewport of [PHONE, { width: 768, height: 1024 }, DESKTOP]) {
      await page.setViewportSize(viewport);
      await expect.poll(() => measureOverflow(page), { message: `${viewport.width} px wide` }).toBeLessThanOrEqual(0);
    }
  };
  const atStep = (name: string) => page.getByRole('heading', { name, level: 2 }).waitFor();
  const current = page.locator('[aria-current=step]');
  const input = page.getByLabel('Elegir archivo');

  await page.getByRole('heading', { name: 'Importar leads' }).waitFor();
  await looksGood();
  const wrong = page.getByRole('alert');
  await input.setInputFiles(csv(['\x89PNG\r\n\x1a\n'], 'foto.csv'));
  await wrong.getByText('es una imagen').waitFor();
  await input.setInputFiles(csv(['x'.repeat(21 * 2 ** 20)], 'grande.csv'));
  await wrong.getByText('más de 20 MB').waitFor();
  const book = workbook([HEADS.split(';'), ['Ana', 'ana@x.example.com', '', '']], {
    before: [
      {
        name: 'Resumen',
        rows: [
          ['Etapa', 'Cantidad'],
          ['Nuevo', '3'],
        ],
      },
    ],
  });
  await input.setInputFiles({ name: 'libro.xlsx', mimeType: XLSX_TYPE, buffer: book });
  await atStep('Columnas');
  await page.getByLabel('Qué es la columna Señor').waitFor();
  await page.getByLabel('Hoja', { exact: true }).selectOption('Resumen');
  await page.getByLabel('Qué es la columna Cantidad').waitFor();
  await looksGood();
  await button(page, 'Elegir otro archivo').click();
  await atStep('Archivo');
  const file = `clientes-${tag}.csv`;
  await input.setInputFiles(
    csv(
      [
        HEADS,
        `Ñandú Paz;paz-${tag}@x.example.com;feria;1;Perdido;Rumiando;+5491123456789;03/04/2024`,
        `Otro;YA-${tag}@x.example.com;;2;Ganado;;555555;03/04/2024`,
        'Mal;sin email;;3',
      ],
      file,
    ),
  );
  await atStep('Columnas');
  await looksGood();
  const contacts = ['Email', 'Teléfono'].map((name) =>
    page.getByRole('combobox', { name: `Qué es la columna ${name}` }),
  );
  for (const contact of contacts) await contact.selectOption({ label: 'No importar' });
  await button(page, 'Revisar').click();
  await wrong.getByText('sin uno de los dos no hay lead').waitFor();
  for (const [at, label] of ['Email', 'WhatsApp o teléfono'].entries()) await contacts[at]?.selectOption({ label });
  await page.getByRole('combobox', { name: 'Qué es la columna Señor' }).selectOption({ label: 'Nombre' });
  // Of two columns for one field the effective one is named; unknown words have to be assigned.
  await page.getByRole('combobox', { name: 'Qué es la columna Etapa' }).selectOption({ label: 'Estado' });
  await page.getByRole('radio', { name: 'Cuenta como Estado «Etapa»' }).press('Space');
  const meaning = page.getByRole('combobox', { name: 'Qué es «Rumiando» en Estado' });
  await expect.poll(() => meaning.inputValue()).toBe('');
  await meaning.selectOption({ label: 'En seguimiento' });
  await page.getByText('2 valores, todos se reconocen').press('Enter');
  await page.getByRole('combobox', { name: 'Qué es «Perdido» en Estado' }).waitFor();
  await page.getByRole('radio', { name: /^Actualizar los que ya están/ }).press('Space');
  await page.getByRole('radio', { name: /^Reemplazar lo que dicen/ }).press('Space');
  await looksGood();
  await button(page, 'Revisar').press('Enter');

  await atStep('Revisión');
  await expect.poll(() => current.innerText()).toContain('Revisión');
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Revisión');
  await page.getByText('Todavía no cambió nada.').waitFor();
  // A preview of the first leads; ambiguous values can be read the other way.
  const lead = (name: string) => page.getByRole('row').filter({ hasText: name });
  await lead('Ñandú Paz').getByText('En seguimiento').waitFor();
  await expect.poll(() => lead('Ñandú Paz').getByRole('link').getAttribute('href')).toContain('wa.me/5491123456789');
  await expect.poll(() => lead('Otro').innerText()).toMatch(/Actualiza un lead que está: .*Estado/);
  await page.getByText('1 número no abre WhatsApp').waitFor();
  await lead('Ñandú Paz').getByText('03/04/2024').waitFor();
  await page.getByRole('radio', { name: '3/4 es 4 de marzo' }).press('Space');
  await lead('Ñandú Paz').getByText('04/03/2024').waitFor();
  // Going back keeps the choices.
  await button(page, 'Volver a las columnas').press('Enter');
  await expect.poll(() => meaning.inputValue()).toBe('en_seguimiento');
  await button(page, 'Revisar').press('Enter');
  await page.getByText('celdas con errores', { exact: false }).click();
  await page.getByRole('row').filter({ hasText: 'Fila 4' }).waitFor();
  await looksGood();
  await button(page, 'Importar 2 leads').click();

  await atStep('Importación');
  await page.getByRole('progressbar', { name: 'Importado' }).waitFor();
  await looksGood();
  const figure = (name: string) => page.locator('dl > div').filter({ hasText: name }).locator('dd').innerText();
  expect([await figure('creados'), await figure('actualizados'), await figure('rechazados')]).toEqual(['1', '1', '1']);

  // The URL names the import, so it survives closing the page.
  await page.reload();
  await waitForIslands(page);
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Bajar la fila rechazada' }).click();
  const rejected = await readFile(await (await downloading).path(), 'utf8');
  expect(rejected).toContain('motivo');
  await button(page, 'Importar otro archivo').click();
  await input.setInputFiles({
    name: 'corregidas.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(rejected.replace('sin email', `con-${tag}@x.example.com`)),
  });
  await button(page, 'Revisar').click();
  await button(page, 'Importar 1 lead').click();
  await page.getByRole('progressbar', { name: 'Importado' }).waitFor();

  await button(page, 'Deshacer la importación').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Deshacer' }).click();
  await page.getByRole('progressbar', { name: 'Deshecho' }).waitFor();
  await page.goto('/panel/importar');
  await waitForIslands(page);
  await page.getByRole('link', { name: file }).waitFor();
  await looksGood();
  await page.getByRole('link', { name: file }).click();
  await page.getByRole('link', { name: 'Ver en el panel' }).click();
  await page.getByRole('link', { name: 'Ñandú Paz', exact: true }).waitFor();
  // The browser logs the refused files.
  expect(complaints.filter((text) => !/status of 4\d\d/.test(text))).toEqual([]);

  // Only administrators can get there.
  const staff = await openCrm(makePerson(server));
  expect(await (await openActions(staff)).getByRole('link', { name: 'Importar' }).count()).toBe(0);
});

test('what was guessed about a file is shown where it could be read otherwise, and read so at a press', async () => {
  const page = await openCrm(makePerson(server, { roles: ['admin'] }));
  await page.goto('/panel/importar');
  await waitForIslands(page);
  const input = page.getByLabel('Elegir archivo');
  const heads = page.getByRole('checkbox', { name: 'La primera fila son los títulos' });
  const looksGood = async () => {
    for (const viewport of [PHONE, DESKTOP]) {
      await page.setViewportSize(viewport);
      await expect.poll(() => measureOverflow(page), { message: `${viewport.width} px wide` }).toBeLessThanOrEqual(0);
    }
  };
  const tag = Date.now();
  const people = ['Ana Pirán', '"Tito Muñoz', '"Eva Sol', 'Leo Mar', 'Ida Luz'].map(
    (name, n) => `${name};${tag}${n}@x.example.com`,
  );
  await input.setInputFiles(csv(people, 'gente.csv'));
  await page.getByText('gente.csv: 5 filas').waitFor();
  await expect.poll(() => heads.isChecked()).toBe(false);
  await heads.press('Space');
  await page.getByText('gente.csv: 4 filas').waitFor();
  await expect.poll(() => heads.isChecked()).toBe(true);
  await heads.press('Space');
  await page.getByText('gente.csv: 5 filas').waitFor();
  const letters = page.getByRole('combobox', { name: 'Letras con tilde y ñ' });
  await page.getByText('Se leen así: Ana Pirán · "Tito Muñoz').waitFor();
  await letters.selectOption({ label: 'De MS-DOS' });
  await page.getByText('Se leen así: Ana Pirßn · "Tito Mu±oz').waitFor();
  await looksGood();
  await letters.selectOption({ label: 'De Windows' });
  await page.getByText('Se leen así: Ana Pirán').waitFor();
  await page.getByRole('button', { name: 'Revisar' }).click();
  await page.getByText('2 filas tienen una comilla suelta').waitFor();
  await page.getByText('Filas 2, 3.').waitFor();
  await looksGood();
  await page.getByRole('button', { name: 'Volver a las columnas' }).click();
  await page.reload();
  await waitForIslands(page);
  // The browser has no file any more.
  await page.getByText('elegí el archivo de nuevo').waitFor();
  await expect.poll(() => heads.isDisabled()).toBe(true);

  await page.getByRole('button', { name: 'Elegir otro archivo' }).click();
  const cells = (...texts: string[]) => texts.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('');
  const row = (name: string) => cells(name, `${name}-${tag}@x.example.com`);
  const sheet = `<row>${cells('Nombre', 'Email')}</row><row>${row('Ana')}</row><row hidden="1">${row('Eva')}</row>`;
  const buffer = withSheet(`<a><sheetData>${sheet}</sheetData></a>`);
  await input.setInputFiles({ name: 'libro.xlsx', mimeType: XLSX_TYPE, buffer });
  await page.getByText('libro.xlsx: 1 fila').waitFor();
  await expect.poll(() => heads.count()).toBe(0);
  await page.getByText('El archivo tiene 1 fila oculta').waitFor();
  await looksGood();
  await page.getByRole('checkbox', { name: 'Importarla también' }).press('Space');
  await page.getByText('libro.xlsx: 2 filas').waitFor();
  await expect.poll(() => page.getByRole('checkbox', { name: 'Importarla también' }).isChecked()).toBe(true);
});

import { expect, test } from 'vitest';
import { makePerson } from '../support/accounts';
import { watchConsoleErrors } from '../support/browser';
import { call } from '../support/http';
import { waitForIslands } from '../support/hydrated';
import { newWord } from '../support/new-word';
import { makeLead, rowOf } from '../support/panel';
import { openPage, openStage, server } from '../support/stage';

/** Texts that have been mistaken for code: in elements, attributes, links, styles, templates and scripts. */
const CORPUS = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "'-alert(1)-'",
  '<svg/onload=alert(1)>',
  'javascript:alert(1)',
  '</textarea><iframe srcdoc="<script>alert(1)</script>">',
  '{{constructor.constructor("alert(1)")()}}',
  '</script><script>alert(1)</script>',
  '<a href="javascript:alert(1)">x</a>',
  '&lt;b&gt;&#x3C;script&#x3E;',
];

openStage();

test('ASVS 3.2.2: what people type is shown as they typed it, and never becomes code', async () => {
  const person = makePerson(server, { name: '<b>Ana</b>"onmouseover=alert(1)' });
  const word = newWord();
  for (const text of CORPUS) {
    const email = `${word}@x.example.com`;
    const fields = { nombre: text, email, empresa: text, mensaje: text, whatsapp: text.slice(0, 32) };
    const lead = await makeLead(server, person, fields);
    await call(server, `/api/leads/${lead.id}/notes`, { cookie: person.cookie, body: { body: text } });
  }
  const page = await openPage({ person });
  const complaints = watchConsoleErrors(page);
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await page.goto(`/panel?q=${word}`);
  await waitForIslands(page);
  for (const text of CORPUS) {
    const row = rowOf(page, text);
    await row.getByRole('button', { name: `Notas de ${text} (1)`, exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('heading', { name: text, exact: true }).waitFor();
    await expect.poll(() => dialog.getByText(text, { exact: true }).count()).toBeGreaterThanOrEqual(3);
    await dialog.getByRole('tab', { name: 'Información' }).click();
    await dialog.getByRole('tab', { name: 'Información', selected: true }).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  }
  expect(dialogs).toEqual([]);
  expect(complaints).toEqual([]);
});

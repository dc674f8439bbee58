import type { Locator, Page } from 'playwright';
import type { Person } from './accounts.ts';
import { call } from './http.ts';
import type { TestServer } from './server.ts';

/** A lead's row, or card, in the list. */
export function rowOf(page: Page, nombre: string): Locator {
  return page.getByRole('row').filter({ hasText: nombre });
}

/** A lead's name in the list, which opens it. */
export function nameOf(page: Page, nombre: string): Locator {
  return page.getByRole('link', { name: nombre, exact: true });
}

/** The names in the list, from top to bottom. */
export function listedNames(page: Page): Promise<string[]> {
  return page.locator('[data-lead-id] td:first-child a').allInnerTexts();
}

/** A value of an open lead as text, a press on which makes it the control that is labelled so. */
export function factOf(dialog: Locator, label: string): Locator {
  return dialog.getByRole('button', { description: label, exact: true });
}

/** The number that a counter shows. */
export async function readCounter(page: Page, label: string): Promise<number> {
  const counter = page.locator('dl > div').filter({ has: page.getByText(label, { exact: true }) });
  return Number(await counter.locator('dd').innerText());
}

/** Makes a lead through the API, as `person`: nobody's yet, and waiting, like an enquiry. Returns it. */
export async function makeLead(
  server: TestServer,
  person: Person,
  fields: Record<string, unknown> = {},
): Promise<{ id: number; nombre: string }> {
  const { json } = await call(server, '/api/leads', {
    cookie: person.cookie,
    body: { nombre: 'Iris', email: 'iris@x.example.com', owner_id: null, waiting: true, ...fields },
  });
  return json.lead;
}

/**
 * Moves the focus to the first lead of the list by keyboard. Keys work a moment after hydration, so the key is pressed
 * until it works; 'k' on the first lead changes nothing.
 */
export async function focusFirstLead(page: Page): Promise<void> {
  const isOnLead = () => page.evaluate(() => document.activeElement?.hasAttribute('data-lead-id') ?? false);
  while (!(await isOnLead())) await page.keyboard.press('k');
}

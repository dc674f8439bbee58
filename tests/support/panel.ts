import type { Locator, Page } from 'playwright';
import type { Person } from './accounts.ts';
import { call } from './http.ts';
import type { TestServer } from './server.ts';
import { within } from './within.ts';

/** A lead's row or card in the list. */
export function rowOf(page: Page, nombre: string): Locator {
  return page.getByRole('row').filter({ hasText: nombre });
}

/** The link of a lead's name in the list. */
export function nameOf(page: Page, nombre: string): Locator {
  return page.getByRole('link', { name: nombre, exact: true });
}

/** The names in the list, top to bottom. */
export function listedNames(page: Page): Promise<string[]> {
  return page.locator('[data-lead-id] td:first-child a').allInnerTexts();
}

/** A fact of an open lead; pressing it turns it into the control with this label. */
export function factOf(dialog: Locator, label: string): Locator {
  return dialog.getByRole('button', { description: label, exact: true });
}

/** Unfolds what an open lead shows beside its six facts; it stays so in this browser. */
export async function openMore(dialog: Locator): Promise<void> {
  const summary = dialog.locator('summary').filter({ hasText: 'Más datos' });
  if (!(await summary.evaluate((element) => (element.parentElement as HTMLDetailsElement).open))) await summary.click();
}

/** Resolves once nothing moves. */
export async function atRest(page: Page): Promise<void> {
  await page.waitForFunction(() => document.getAnimations().length === 0);
}

/** Resolves once what has changed is drawn. */
export async function drawn(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** A counter's number. */
export async function readCounter(page: Page, label: string): Promise<number> {
  const counter = page.locator('dl > div').filter({ has: page.getByText(label, { exact: true }) });
  return Number(await counter.locator('dd').innerText());
}

/** Creates a lead through the API as `person`: unassigned and waiting, like an enquiry. */
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
 * Focuses the first lead by keyboard. Keys work only some time after hydration, so the press is repeated; 'k' on the
 * first lead is a no-op.
 */
export async function focusFirstLead(page: Page): Promise<void> {
  const isOnLead = () => page.evaluate(() => document.activeElement?.hasAttribute('data-lead-id') ?? false);
  const pressing = async () => {
    while (!(await isOnLead())) await page.keyboard.press('k');
  };
  await within(pressing(), () => 'the focus on the first lead');
}

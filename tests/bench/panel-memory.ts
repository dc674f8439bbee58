import type { Browser, CDPSession, Page } from 'playwright';
import type { Person } from '../support/accounts.ts';
import { readCounter } from '../support/panel.ts';
import type { TestServer } from '../support/server.ts';
import { changeStatus, createLead, DESK, openPanel, type Row } from './panel-setup.ts';

const EVENTS = 2000;

/**
 * Measures the memory of an open panel after garbage collection: before, halfway through and after two thousand lead
 * events, half of them new leads.
 */
export async function measureMemory(
  browser: Browser,
  server: TestServer,
  { ana, beto }: { ana: Person; beto: Person },
): Promise<Row[]> {
  const page = await openPanel(browser, server, ana, DESK);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('HeapProfiler.enable');
  // Warm-up: the first events compile code and fill caches, which is no leak.
  await happen(100);
  const rows = [await weigh(page, cdp, 0)];
  for (const events of [EVENTS / 2, EVENTS]) {
    await happen(EVENTS / 2);
    rows.push(await weigh(page, cdp, events));
  }
  await page.context().close();
  return rows;

  async function happen(events: number): Promise<void> {
    const total = (await readCounter(page, 'Leads Totales')) + events / 2;
    for (let n = 0; n < events / 2; n++) {
      await changeStatus(server, beto, await createLead(server, beto, `Memoria ${n}`), (n % 4) + 1);
    }
    await page.waitForFunction((expected) => document.querySelector('dl dd')?.textContent === String(expected), total);
  }
}

async function weigh(page: Page, cdp: CDPSession, eventos: number): Promise<Row> {
  // One collection can make more garbage collectable by the next.
  for (let n = 0; n < 3; n++) await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  const { nodes, jsEventListeners } = await cdp.send('Memory.getDOMCounters');
  return {
    eventos,
    'memoria de JS, kB': Math.round(usedSize / 1000),
    'nodos del DOM': nodes,
    escuchas: jsEventListeners,
    filas: await page.locator('[data-lead-id]').count(),
  };
}

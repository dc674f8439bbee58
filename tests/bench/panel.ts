import { launchBrowser } from '../support/browser.ts';
import { measureInteractions } from './panel-interactions.ts';
import { measureLoad } from './panel-load.ts';
import { measureMemory } from './panel-memory.ts';
import { type Row, startPanelServer } from './panel-setup.ts';

/**
 * Measures the panel in a real browser: the first visit on a slow phone against the same page without scripts, layout
 * shifts, reaction times alone and with others at work, and memory after two thousand live events.
 */
export async function runPanelBench(): Promise<Record<string, Row[]>> {
  const [{ server, ...people }, browser] = await Promise.all([startPanelServer(), launchBrowser()]);
  try {
    const tables: Record<string, Row[]> = {
      ...(await measureLoad(browser, server, people)),
      interactions: await measureInteractions(browser, server, people),
      memory: await measureMemory(browser, server, people),
    };
    for (const rows of Object.values(tables)) console.table(rows);
    return tables;
  } finally {
    await browser.close();
    await server.stop();
  }
}

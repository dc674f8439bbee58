import { expect, test } from 'vitest';
import { makePerson } from '../support/accounts';
import { launchBrowser, newContext } from '../support/browser';
import { startServer } from '../support/server';

test('the CRM can be installed from its screens, and opens with the leads', async () => {
  const server = await startServer();
  const browser = await launchBrowser();
  try {
    const context = await newContext(browser, server, { person: makePerson(server) });
    const page = await context.newPage();
    for (const path of ['/panel', '/cuenta/sesiones']) {
      await page.goto(path);
      const devtools = await context.newCDPSession(page);
      const { url, errors, data } = await devtools.send('Page.getAppManifest');
      expect([url, errors]).toEqual([`${server.url}/crm.webmanifest`, []]);
      expect(JSON.parse(data ?? '')).toMatchObject({
        id: '/panel',
        start_url: '/panel',
        display: 'standalone',
      });
      const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
      // A private window installs nothing, and a test's window is one.
      expect(
        installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito'),
      ).toEqual([]);
    }
    for (const icon of ['icon-192', 'icon-512', 'icon-maskable-512', 'apple-touch-icon']) {
      const answer = await fetch(`${server.url}/${icon}.png`);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
    }
  } finally {
    await browser.close();
    await server.stop();
  }
});

import { expect, test } from 'vitest';
import { makePerson } from '../support/accounts';
import { openPage, openStage, server } from '../support/stage';

openStage();

test('the CRM can be installed from its screens, and opens with the leads', async () => {
  const page = await openPage({ person: makePerson(server) });
  const devtools = await page.context().newCDPSession(page);
  for (const path of ['/panel', '/cuenta']) {
    await page.goto(path);
    const { url, errors, data } = await devtools.send('Page.getAppManifest');
    expect([url, errors], path).toEqual([`${server.url}/crm.webmanifest`, []]);
    expect(JSON.parse(data ?? ''), path).toMatchObject({
      id: '/panel',
      start_url: '/panel',
      display: 'standalone',
    });
    const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
    // Private windows cannot install, and a test's window is one.
    expect(
      installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito'),
      path,
    ).toEqual([]);
  }
  for (const icon of ['icon-192', 'icon-512', 'icon-maskable-512', 'apple-touch-icon']) {
    const answer = await fetch(`${server.url}/${icon}.png`);
    expect([answer.status, answer.headers.get('content-type')], icon).toEqual([200, 'image/png']);
  }
});

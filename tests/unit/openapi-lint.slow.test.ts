import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect, test } from 'vitest';
import { describeApi } from '~/server/openapi/document';

const SITE = 'https://crm.ejemplo.com';

test('the API’s description has no fault by Redocly’s recommended rules', async () => {
  const config = await createConfig({ extends: ['recommended'] });
  const found = await lintFromString({ source: JSON.stringify(await describeApi(SITE)), config });
  const faults = found
    .filter(({ severity }) => severity === 'error')
    .map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`);
  expect(faults).toEqual([]);
});

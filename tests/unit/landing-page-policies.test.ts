import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { narrowPolicy } from '../../src/build/finish-files.mjs';

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

it('allows what the page holds and nothing else', () => {
  const page = (policy: string) =>
    `<meta http-equiv="content-security-policy" content="default-src 'self'; ${policy};"><style>a{}</style>` +
    '<script type="application/ld+json">{"a":1}</script><script>one()</script><script type="module">two()</script>' +
    '<script src="/x.js"></script>';
  const before = page("script-src 'self' 'sha256-other'; style-src 'self' 'sha256-other'");
  expect(narrowPolicy(before)).toBe(
    page(`script-src 'self' ${hash('one()')} ${hash('two()')}; style-src 'self' ${hash('a{}')}`),
  );
});

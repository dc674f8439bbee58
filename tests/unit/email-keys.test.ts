import { expect, test } from 'vitest';
import { emailKey } from '~/shared/leads/email-key';

const KEYS = [
  ['Ana.Lopez@Gmail.com', 'analopez@gmail.com'],
  ['analopez+casas@googlemail.com', 'analopez@gmail.com'],
  ['a.n.a+x+y@gmail.com', 'ana@gmail.com'],
  ['...@gmail.com', '...@gmail.com'],
  ['+ana@gmail.com', '+ana@gmail.com'],
  ['ana.lopez+web@outlook.com', 'ana.lopez@outlook.com'],
  ['ana.lopez@hotmail.com.ar', 'ana.lopez@hotmail.com.ar'],
  ['ana+x@live.com.mx', 'ana@live.com.mx'],
  ['ana+x@icloud.com', 'ana@icloud.com'],
  ['ana+x@fastmail.com', 'ana@fastmail.com'],
  ['ana+x@proton.me', 'ana@proton.me'],
  ['+x@proton.me', '+x@proton.me'],
  // Whether a company's own domain ignores anything is unknown.
  ['Ana.Lopez+ventas@costanera.example.com', 'ana.lopez+ventas@costanera.example.com'],
  ['ana+x@gmail.com.example.com', 'ana+x@gmail.com.example.com'],
  ['ana+x@yahoo.com.ar', 'ana+x@yahoo.com.ar'],
  ['Ñandú.Ruiz@gmail.com', 'ñandúruiz@gmail.com'],
] as const;

test.each(KEYS)('%s is recognised by %s', (email, key) => {
  expect(emailKey(email)).toBe(key);
  expect(emailKey(key)).toBe(key);
});

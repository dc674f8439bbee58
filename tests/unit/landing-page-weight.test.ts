import { expect, it } from 'vitest';
import { describeWeight } from '../../src/build/finish-files.mjs';

it('tells editors how much more fits, warns while there is still a little, and only says so past it', () => {
  expect(describeWeight('/', 11_250)).toEqual({
    isLittle: false,
    text: '/ pesa 11.250 bytes de los 14.000 que llegan de una vez: quedan 2.750 para textos.',
  });
  expect(describeWeight('/mx', 13_701)).toMatchObject({
    isLittle: true,
    text: expect.stringContaining('quedan 299'),
  });
  expect(describeWeight('/', 13_700).isLittle).toBe(false);
  expect(describeWeight('/', 14_230)).toMatchObject({
    isLittle: true,
    text: expect.stringContaining('sobran 230. Se publica igual'),
  });
});

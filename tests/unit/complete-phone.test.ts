import examples from 'libphonenumber-js/examples.mobile.json';
import { getExampleNumber, Metadata } from 'libphonenumber-js/max';
import { describe, expect, test } from 'vitest';
import { ENQUIRY_COUNTRIES, TYPED_PHONE_PATTERN } from '~/shared/enquiries/fields';
import { enquirySchema } from '~/shared/enquiries/schema';
import { completePhone, findPhoneProblem } from '~/shared/phones/complete';
import { NUMBERING_PLANS } from '~/shared/phones/numbering-plans';

describe('a phone number as people type it', () => {
  test.each([
    ['+595 981 123456', '', '+595981123456'],
    ['+54 9 11 2345-6789', 'AR', '+5491123456789'],
    ['(0981) 123-456', 'PY', '+595981123456'],
    ['595 981 123 456', 'PY', '+595981123456'],
    ['0054 9 11 2345 6789', 'ROW', '+5491123456789'],
    ['+34 (0) 612.345.678', 'ES', '+34612345678'],
    ['612 345 678', 'ES', '+34612345678'],
    ['099 123 456', 'UY', '+59899123456'],
    ['55 1234 5678', 'MX', '+525512345678'],
    ['987\u00a0654\u00a0321', 'PE', '+51987654321'],
    ['\u202a+591 71234567\u202c', 'BO', '+59171234567'],
    // A WhatsApp number of Argentina has a 9 before its area code.
    ['11 2345-6789', 'AR', '+5491123456789'],
    ['011 2345-6789', 'AR', '+5491123456789'],
    ['+54 11 2345-6789', 'AR', '+541123456789'],
    ['044 55 1234 5678', 'MX', '+525512345678'],
    ['51 1 234 5678', 'PE', '+5112345678'],
    // Nor has it a 15 after it.
    ['0341 15 5551234', 'AR', '+5493415551234'],
    ['11 15 2345-6789', 'AR', '+5491123456789'],
    ['02266 15 401234', 'AR', '+5492266401234'],
    ['9 341 15 555 1234', 'AR', '+5493415551234'],
    ['54 341 15 5551234', 'AR', '+5493415551234'],
    ['+54 (0) 341 15 5551234', '', '+5493415551234'],
    ['+54 9 11 1523 4567', 'AR', '+5491115234567'],
    ['341 555-1515', 'AR', '+5493415551515'],
    ['９８１ １２３ ４５６', 'PY', '+595981123456'],
    ['\u200e981\u200b 123 456', 'PY', '+595981123456'],
    ['981 123 456 int. 4', 'PY', '+595981123456'],
    ['981123456,00', 'PY', '+595981123456'],
    // Numbers that cannot be completed safely stay as typed.
    ['981 123 456 / 982 123 456', 'PY', '981 123 456 / 982 123 456'],
    ['15 2345 6789', 'AR', '15 2345 6789'],
    ['2345 6789', 'AR', '2345 6789'],
    ['411 2345 678', 'AR', '411 2345 678'],
    ['99 123 45', 'UY', '99 123 45'],
    ['55 1234 567', 'MX', '55 1234 567'],
    ['91234567', 'PE', '91234567'],
    ['981 123 456', '', '981 123 456'],
    ['981 123 456', 'ROW', '981 123 456'],
    ['llamame', 'AR', 'llamame'],
    ['', 'AR', ''],
  ])('%j from %j becomes %j', (typed, country, expected) => {
    expect(completePhone(typed, country)).toBe(expected);
    expect(completePhone(expected, country), 'and stays so').toBe(expected);
    // Nor does a browser without the form's script hold back what the server completes.
    const isTaken = new RegExp(`^(?:${TYPED_PHONE_PATTERN})$`, 'v').test(typed);
    if (findPhoneProblem(typed, country) === null && typed !== '') expect(isTaken).toBe(true);
  });

  test.each([
    ['+54911', 'AR', 'few'],
    ['+1234567890123456', 'ROW', 'many'],
    ['981 123 456', '', 'code'],
    ['15 2345 6789', 'AR', 'area'],
    ['2345 6789', 'AR', 'area'],
    ['411 2345 678', 'AR', 'area'],
    ['11 2345 678', 'AR', 'few'],
    ['11 2345 67890', 'AR', 'many'],
    ['11 2345-6789', 'AR', null],
    ['61234567', 'ES', 'few'],
    ['91234567', 'PE', 'code'],
    ['+54 911 abc', 'AR', 'letters'],
    ['+5491123456789', 'AR', null],
    ['', '', null],
  ])('%j from %j lacks %j', (typed, country, lack) => {
    expect(findPhoneProblem(typed, country)).toBe(lack);
  });

  const dialled = ENQUIRY_COUNTRIES.flatMap(({ code, label }) => (code === 'ROW' ? [] : [{ code, label }]));
  test.each(dialled)('of $label is completed at that country’s own length only', ({ code, label }) => {
    const example = getExampleNumber(code, examples);
    if (!example) throw new Error(`no example for ${code}`);
    const typed = example.formatNational();
    expect(completePhone(typed, code)).toBe(example.number);
    for (const wrong of [typed.slice(0, -1), `${typed}0`]) {
      expect(completePhone(wrong, code)).toBe(wrong);
      expect(findPhoneProblem(wrong, code), wrong).not.toBeNull();
    }
    const metadata = new Metadata();
    metadata.selectNumberingPlan(code);
    const { digits } = NUMBERING_PLANS[label];
    expect(metadata.numberingPlan?.possibleLengths()).toEqual(expect.arrayContaining([...digits]));
    // Argentina's 9 comes before its digits.
    expect(digits).toContain(example.nationalNumber.replace(/^9(?=\d{10}$)/, '').length);
  });

  test('is taken by the server with the country that was chosen, and refused by name where it is not one', () => {
    const enquiry = { nombre: 'Ana', email: 'ana@x.example.com', pais: 'PY', mensaje: 'Hola' };
    expect(enquirySchema.parse({ ...enquiry, telefono: '(0981) 123-456' }).telefono).toBe('+595981123456');
    // Another site's form may send two.
    const two = enquirySchema.parse({
      ...enquiry,
      email: 'ana@x.example.com.',
      telefono: '0981 123-456 / 0982 123-456',
    });
    expect(two).toMatchObject({
      ...{ email: 'ana@x.example.com', telefono: '+595981123456' },
      mensaje: 'Hola\nOtro teléfono: 0982 123-456',
    });
    const refused = enquirySchema.safeParse({ ...enquiry, telefono: '12345' });
    expect(refused.error?.issues.map(({ path }) => path)).toEqual([['telefono']]);
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ENQUIRY_COUNTRIES } from '~/shared/enquiries/fields';
import { countryName, enquirySchema, submissionIdSchema } from '~/shared/enquiries/schema';
import { fieldErrors } from '~/shared/errors';
import { leadFiltersSchema } from '~/shared/leads/filter-schema';
import { createLeadSchema, updateLeadSchema } from '~/shared/leads/schema';
import { completePhone } from '~/shared/phones/complete';
import { rowIdSchema } from '~/shared/row-id';

const enquiry = { nombre: 'Ana', email: 'ana@x.co', pais: 'AR', telefono: '+549115555', mensaje: 'Hola' };
const accepts = (change: object) => enquirySchema.safeParse({ ...enquiry, ...change }).success;

describe('an enquiry', () => {
  test('takes exactly the phones that come to a plus sign and 6 to 15 digits', () => {
    fc.assert(fc.property(fc.stringMatching(/^\+[0-9]{6,15}$/), (telefono) => accepts({ telefono })));
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'+0123456789 -.()x') }), (telefono) => {
        const taken = enquirySchema.safeParse({ ...enquiry, telefono }).data?.telefono;
        const isComplete = /^\+[0-9]{6,15}$/.test(completePhone(telefono, enquiry.pais));
        return isComplete ? taken === completePhone(telefono, enquiry.pais) : taken === undefined;
      }),
    );
  });

  test('takes every country of the form and no other', () => {
    for (const { code } of ENQUIRY_COUNTRIES) expect(accepts({ pais: code })).toBe(true);
    for (const pais of ['', 'ar', 'US', 'ROW ', null, undefined, 1]) expect(accepts({ pais })).toBe(false);
  });

  test('gives back text that is well formed, composed, trimmed and within its limit', () => {
    let taken = 0;
    const long = fc.string({ unit: 'binary', maxLength: 6000 });
    // Spaces at the ends and lone surrogates, which random text rarely or never has.
    const odd = fc.string({ unit: fc.constantFrom(...' \r\n\0ex\u0301', '\ud83d', '\ude00') });
    fc.assert(
      fc.property(fc.oneof(long, odd), (mensaje) => {
        const result = enquirySchema.safeParse({ ...enquiry, mensaje });
        if (!result.success) return true;
        taken += 1;
        const kept = result.data.mensaje;
        return (
          kept.isWellFormed() && kept === kept.normalize('NFC').trim() && kept.length <= 5000 && !/[\r\0]/.test(kept)
        );
      }),
    );
    expect(taken).toBeGreaterThan(0);
  });

  test('keeps names on one line, so that none can begin a mail header', () => {
    const result = enquirySchema.parse({ ...enquiry, nombre: 'Ana\r\nBcc: otra@x.co' });
    expect(result.nombre).toBe('Ana Bcc: otra@x.co');
  });

  test('takes no name that nobody sees, and every other', () => {
    for (const nombre of ['\u200b', ' \u202e \ufeff', '\u2060\u00ad'])
      expect(enquirySchema.safeParse({ ...enquiry, nombre }).success, JSON.stringify(nombre)).toBe(false);
    for (const nombre of ['👩‍👩‍👧', '🏳️‍🌈', 'علی‌رضا', '李小龍', '?'])
      expect(enquirySchema.parse({ ...enquiry, nombre }).nombre).toBe(nombre);
  });

  test('keeps no mark that would turn what stands beside it', () => {
    const result = enquirySchema.parse({
      ...enquiry,
      nombre: '\u202eAna\u2066 López\u200f',
      mensaje: 'a\u202eb',
    });
    expect(result).toMatchObject({ nombre: 'Ana López', mensaje: 'ab' });
    // No zero-width character either: it would make look-alike names differ.
    for (const mark of ['\u200b', '\u2060', '\ufeff', '\u00ad', '\u200d', '\u200c', '\u200b\u200d'])
      expect(enquirySchema.parse({ ...enquiry, nombre: `A${mark}na Ló${mark}pez` }).nombre).toBe('Ana López');
    expect(enquirySchema.parse({ ...enquiry, nombre: 'דוד לוי' }).nombre).toBe('דוד לוי');
  });

  test('counts a line break as the browser does while typing, not as it is sent', () => {
    expect(accepts({ mensaje: 'x\r\n'.repeat(2500) })).toBe(true);
    expect(accepts({ mensaje: 'x'.repeat(5001) })).toBe(false);
  });

  test('names every field that is wrong', () => {
    const result = enquirySchema.safeParse({});
    expect(Object.keys(fieldErrors(result.error as never)).sort()).toEqual(Object.keys(enquiry).sort());
  });

  test('recognises one submission however its id is written', () => {
    expect(submissionIdSchema.parse('0B5C2F0E-7E4B-4A35-9DF5-7D0C6A3F1E11')).toBe(
      '0b5c2f0e-7e4b-4a35-9df5-7d0c6a3f1e11',
    );
    for (const id of ['', 'x', undefined, "' OR 1=1"]) expect(submissionIdSchema.safeParse(id).success).toBe(false);
  });
});

test('countries of the form become the CRM’s names', () => {
  expect(ENQUIRY_COUNTRIES.map(({ code }) => countryName(code))).toEqual([
    'Argentina',
    'Paraguay',
    'Bolivia',
    'Perú',
    'Uruguay',
    'México',
    'España',
    'Otro',
  ]);
});

describe('a change to a lead', () => {
  test('needs at least one known field', () => {
    expect(updateLeadSchema.safeParse({}).success).toBe(false);
    expect(updateLeadSchema.safeParse({ otra: 1 }).success).toBe(false);
    expect(updateLeadSchema.parse({ pais: '' })).toEqual({ pais: null });
    expect(updateLeadSchema.parse({ whatsapp: '  ' })).toEqual({ whatsapp: null });
  });

  test('keeps contacts as keyboards, spreadsheets and sentences write them, without what those add', () => {
    const typed = {
      nombre: 'Ana',
      email: '\u200eana＠x.example.com\u200b.',
      whatsapp: '\u202a＋５４ ９ 11 5874-9895\u202c',
    };
    const kept = { email: 'ana@x.example.com', whatsapp: '+54 9 11 5874-9895' };
    expect(createLeadSchema.parse(typed)).toMatchObject(kept);
    expect(updateLeadSchema.parse(typed)).toMatchObject(kept);
    expect(updateLeadSchema.parse({ whatsapp: '5491158749895,00' })).toEqual({ whatsapp: '5491158749895' });
    expect(updateLeadSchema.parse({ whatsapp: '+54 9 11 5874-9895 / +54 9 351 555-6677' })).toEqual({
      whatsapp: '+5491158749895 / +5493515556677',
    });
    expect(updateLeadSchema.parse({ whatsapp: '4321-0000 int. 4' })).toEqual({ whatsapp: '4321-0000 int. 4' });
  });

  test('never carries what it was not given', () => {
    expect(updateLeadSchema.parse({ estado: 'ganado' })).toEqual({ estado: 'ganado' });
  });
});

test('ASVS 15.3.6: prototype pollution stays outside', () => {
  const lead = { nombre: 'a', email: 'a@b.co' };
  const hostile = JSON.parse(`{"__proto__":{"admin":true},${JSON.stringify(lead).slice(1)}`);
  expect(createLeadSchema.safeParse(lead).success).toBe(true);
  expect(createLeadSchema.safeParse(hostile).success).toBe(false);
  expect(({} as { admin?: boolean }).admin).toBeUndefined();
});

test('an empty filter is no filter', () => {
  expect(leadFiltersSchema.parse({ estado: '', pais: null })).toEqual({});
});

test('row ids are plain positive whole numbers', () => {
  expect(rowIdSchema.parse('42')).toBe(42);
  for (const id of ['0', '01', '-1', '1.0', '1e3', ' 1', '0x1', '', '99999999999999999']) {
    expect(rowIdSchema.safeParse(id).success).toBe(false);
  }
});

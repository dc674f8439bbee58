import { describe, expect, test } from 'vitest';
import { withoutKnown } from '~/server/leads/imports/known-text';
import { chooseSame, mayBeOther } from '~/server/leads/same-person/compare-people';

const someone = (nombre: string, email_key: string | null, phone_key: string | null = null) => ({
  ...{ nombre, email_key, phone_key, whatsapp: phone_key },
});
const FAMILY = 'familia@x.example.com';

describe('who share an email or a number', () => {
  test('are two if they have other names and another second key', () => {
    const father = someone('Padre Uno', FAMILY, '541');
    expect(mayBeOther(father, someone('Hija Dos', FAMILY, '542'))).toBe(true);
    expect(mayBeOther(father, someone('Padre Uno', FAMILY, '542'))).toBe(false);
    expect(mayBeOther(father, someone('Hija Dos', FAMILY))).toBe(false);
    expect(mayBeOther(someone('Ana', 'a@x', '541'), someone('Eva', 'b@x', '541'))).toBe(true);
  });

  test('are told apart by the digits of a number without a key, as far as both write them', () => {
    const noted = (whatsapp: string) => ({ ...someone('Hija Dos', FAMILY), whatsapp });
    const father = { ...someone('Padre Uno', FAMILY), whatsapp: '11 5874-0701' };
    expect(mayBeOther(father, noted('5874 0702'))).toBe(true);
    expect(mayBeOther(father, noted('5874 0701'))).toBe(false);
    expect(mayBeOther(father, noted('s/n'))).toBe(false);
    expect(mayBeOther(father, someone('Hija Dos', FAMILY, '541158740702'))).toBe(true);
    expect(mayBeOther(father, someone('Hija Dos', FAMILY, '541158740701'))).toBe(false);
    expect(mayBeOther({ ...father, nombre: 'Hija' }, noted('5874 0702'))).toBe(false);
  });

  test('whose names are written in other ways are one', () => {
    const names = [
      'Ana María Paz',
      'PAZ, ANA',
      'Ana M. Paz',
      'ana paz',
      'Ána',
      'ana@otra.example.com',
      '+54 11 5555',
      '',
    ];
    for (const name of names)
      expect
        .soft([name, mayBeOther(someone('Ana María Paz', FAMILY, '541'), someone(name, FAMILY, '542'))])
        .toEqual([...[name, false]]);
  });

  test('of several leads the likeliest is meant', () => {
    const leads = [someone('Hija Dos', FAMILY, '542'), someone('Ana Paz', FAMILY), someone('Padre Uno', FAMILY, '541')];
    expect(chooseSame(someone('Padre Uno', FAMILY), leads)).toBe(leads[2]);
    expect(chooseSame(someone('Padre Uno', FAMILY, '541'), leads)).toBe(leads[2]);
    expect(chooseSame(someone('Otro Más', FAMILY, '543'), leads)).toBe(leads[1]);
    expect(chooseSame(someone('Otro Más', FAMILY, '543'), leads.toSpliced(1, 1))).toBeNull();
  });
});

describe('what a lead’s notes hold already is not added', () => {
  const notes = [
    'Llamar',
    'Llamar\nmañana',
    '04/03/2026 12:06, Beto:\nde otra base',
    'x'.repeat(5000),
    'y'.repeat(900),
  ];
  const exported = notes.map((body, at) => `0${at + 1}/04/2026 10:00, Ana Paz:\n${body}`).join('\n\n');

  test('as our own export writes it, whole or cut, with the lines of other columns around it', () => {
    expect(withoutKnown(exported, notes)).toBe('');
    expect(withoutKnown(`Otras consultas: Hola\n${exported}\nEtiquetas: feria`, notes)).toBe(
      'Otras consultas: Hola\nEtiquetas: feria',
    );
    expect(withoutKnown(`${exported.slice(0, exported.indexOf('xxx') + 100)}…`, notes)).toBe('');
    expect(withoutKnown(exported.replaceAll('\n', '\r\n'), notes)).toBe('');
  });

  test('as it was imported before', () => {
    expect(withoutKnown(exported, [exported.slice(0, 5000), exported.slice(5000)])).toBe('');
    expect(withoutKnown('Quiere demo\nFax: 1', ['Quiere demo\nFax: 1'])).toBe('');
    expect(withoutKnown('Quiere demo\nFax: 2', ['Quiere demo\nFax: 1'])).toBe('Quiere demo\nFax: 2');
  });

  test('but another note is, even where it begins or reads like one that is there', () => {
    const other = '05/04/2026 10:00, Ana Paz:\nLlamar\npasado mañana';
    expect(withoutKnown(`${exported}\n\n${other}`, notes)).toBe(other);
    expect(withoutKnown('Lla', notes)).toBe('Lla');
  });
});

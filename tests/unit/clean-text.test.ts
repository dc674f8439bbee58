import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cleanLine, cleanLines, cutText } from '~/shared/clean-text';

/** What may never be stored of a stranger's text. */
const HIDDEN = /[\p{Bidi_Control}\u00ad\u200b\u2060\ufeff\ud800-\udfff]|(?![\n\t])\p{Cc}/u;

const SCRIPTS = [
  '👩‍👩‍👧',
  '🏴󠁧󠁢󠁥󠁮󠁧󠁿',
  '❤️‍🔥',
  '1️⃣',
  'علی‌رضا',
  'क्‍ष',
  'דוד לוי',
  '李小龍',
  'Ñandú',
  '¿Qué tal? – «bien»',
  "O'Brien",
];

describe.each([
  ['on one line', cleanLine],
  ['on several', cleanLines],
])('a stranger’s text %s', (_, clean) => {
  test('is storable, composed, trimmed, holds nothing hidden, and is the same when it comes back', () => {
    const odd = fc.string({
      unit: fc.constantFrom(
        ...'ae\u0301\u202e\u2066\u200f\u061c\u200b\u200c\u200d\ufeff\u00ad\0\x1b\u0085\u2028\r\n\t 1',
        '\ud83d',
        '👩',
      ),
    });
    fc.assert(
      fc.property(fc.oneof(odd, fc.string({ unit: 'binary' })), (text) => {
        const kept = clean(text);
        expect(kept.isWellFormed()).toBe(true);
        expect(kept).toBe(kept.normalize('NFC').trim());
        expect(kept).not.toMatch(HIDDEN);
        expect(clean(kept)).toBe(kept);
      }),
    );
  });

  test('keeps what people write, in any script', () => {
    for (const text of SCRIPTS) expect(clean(text)).toBe(text.normalize('NFC'));
  });

  test('is empty if nobody could see it', () => {
    for (const text of ['\u200b', ' \u202e \ufeff', '\u2060\u00ad', '\u3164', '\u2800\u115f', '\u200d', '\0'])
      expect(clean(text), JSON.stringify(text)).toBe('');
  });

  test('loses joiners after a Latin letter, whatever marks stand between', () => {
    expect(clean('a\u200c\u0301\u200db')).toBe('áb');
  });

  test('shows a file’s name in the order of its letters', () => {
    expect(clean('factura\u202efdp.exe')).toBe('facturafdp.exe');
    expect(clean('\u2067factura\u2069\u200e.pdf')).toBe('factura.pdf');
  });
});

test('on several lines it keeps its lines and tabs, and on one none', () => {
  const text = 'a\r\nb\rc\u2028d\u0085e\tf\0g';
  expect(cleanLines(text)).toBe('a\nb\nc\nd\ne\tfg');
  expect(cleanLine(text)).toBe('a b c d e f g');
});

test('is cut with a sign of it, and not within a character', () => {
  expect(cutText('factura', 7)).toBe('factura');
  expect(cutText('factura', 6)).toBe('factu…');
  expect(cutText('ab👩cd', 4)).toBe('ab…');
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { renderMail } from '~/server/mail/render';
import { requireGoodPassword } from '~/server/passwords/password-strength';
import { destinationAfterSignIn, type SessionUser } from '~/shared/accounts/account';
import { describeBrowser } from '~/shared/accounts/describe-browser';
import { crmStrings } from '~/shared/strings/crm';

const { brand } = crmStrings;

const user = (more: Partial<SessionUser> = {}): SessionUser => ({
  id: '1',
  email: 'ana@x.example.com',
  name: 'Ana',
  roles: [],
  must_change_password: false,
  ...more,
});

describe('signing in leads', () => {
  test.each([
    ['staff', user(), '/users/company/3', '/users/company/3'],
    ['a coordinator, asked from the panel', user({ roles: ['coordinator'] }), '/panel', '/inmobiliaria'],
    ['a coordinator, asked from their own page', user({ roles: ['coordinator'] }), '/cuenta', '/cuenta'],
    ['a coordinator, by a look-alike', user({ roles: ['coordinator'] }), '/inmobiliarias', '/inmobiliaria'],
    ['whoever must change the password', user({ must_change_password: true }), '/panel', '/cuenta/cambiar-contrasena'],
  ])('%s', (_name, who, next, expected) => {
    expect(destinationAfterSignIn(who, next)).toBe(expected);
  });
});

describe('ASVS 6.2.1, 6.2.4: a password', () => {
  const person = { email: 'marta.gimenez@costanera.example.com', name: 'Marta Giménez', minLength: 6 };

  test.each([
    '123456',
    'password1',
    'Contraseña',
    'CONTRASENA123',
    'inmobiliaria',
    'aaaaaaaaaaaaaaaa',
    `${brand}1`,
    `${brand.toUpperCase()}2026`,
    brand.replaceAll(' ', ''),
    'gimenez1',
    'Marta2026',
    'marta.gimenez',
    'costanera.example.com',
  ])('%s is refused', (password) => {
    return expect(requireGoodPassword(password, person)).rejects.toThrow(/^Contraseña:/);
  });

  test.each(['k7.p2q', 'cuatro caballos verdes', 'marta compra pan', `mi ${brand} tiene azulejos`, ' espacios '])(
    '%j is taken',
    (password) => {
      return expect(requireGoodPassword(password, person)).resolves.toBeUndefined();
    },
  );
});

describe('a browser', () => {
  test.each([
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox en Windows'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1',
      'Safari en iOS',
    ],
    [
      'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36',
      'Chrome en Android',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36 Edg/140.0',
      'Edge en macOS',
    ],
    ['curl/8.0', 'Navegador desconocido'],
    [null, 'Navegador desconocido'],
  ])('%s is called %s', (userAgent, expected) => {
    expect(describeBrowser(userAgent)).toBe(expected);
  });
});

test('a mail says everything in both versions, and nothing that people typed is markup in it', () => {
  const typed = fc.string({
    unit: fc.oneof(fc.constantFrom(...'<>&"\'/ b'), fc.string({ unit: 'binary', minLength: 1, maxLength: 1 })),
  });
  fc.assert(
    fc.property(typed, typed, (name, paragraph) => {
      const { text, html } = renderMail({
        subject: 'Asunto',
        name,
        paragraphs: [paragraph],
        action: { label: 'Entrar', url: 'https://crm.example.com/cuenta/acceso#token=x' },
        footnotes: ['Al pie.'],
      });
      expect(text).toContain(`Hola ${name}:`);
      expect(text).toContain('https://crm.example.com/cuenta/acceso#token=x');
      const skeleton = renderMail({
        subject: 'Asunto',
        name: '',
        paragraphs: [''],
        action: { label: 'Entrar', url: 'https://crm.example.com/cuenta/acceso#token=x' },
        footnotes: ['Al pie.'],
      }).html;
      const tags = (markup: string) => markup.match(/<[^>]*>/g)?.length;
      expect(tags(html)).toBe(tags(skeleton));
    }),
  );
});

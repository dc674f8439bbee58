import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import proof from '~/content/proof.yaml';
import { nombre } from '~/content/site.yaml';
import { COUNTRY_EDITIONS } from '~/shared/editions';
import { findVoseo } from '../support/voseo';

// What visitors and search engines get: the files `npm test` has just built.
const CLIENT = join('dist', 'client');
const read = (file: string) => readFileSync(join(CLIENT, file), 'utf8');
const html = read('index.html');
const brotli = (text: string) => brotliCompressSync(text).byteLength;
const origin = /<link rel="canonical" href="([^"]+)\/"/.exec(html)?.[1] ?? '';

describe.each(['index.html', 'mx/index.html', 'es/index.html'])('the landing weighs, in %s,', (page) => {
  const html = read(page);

  it('at most 14,000 bytes with the CSS of all that it shows: the first flight of a connection', () => {
    expect(brotli(html)).toBeLessThanOrEqual(14_000);
    expect(statSync(join(CLIENT, `${page}.br`)).size).toBeLessThanOrEqual(14_000);
  });

  it('no blocking request, no script file and no island runtime', () => {
    const [head = '', body = ''] = html.split('<body>');
    expect(head).not.toMatch(/rel="(stylesheet|preload|modulepreload)"/);
    // After the last text and script a style sheet blocks neither; Lighthouse asks for the low priority besides.
    expect(body.match(/rel="stylesheet"/g)).toHaveLength(1);
    expect(body).toMatch(
      /<\/script>\s*<link rel="stylesheet" href="\/_astro\/later[^"]+" fetchpriority="low">\s*<\/body>/,
    );
    expect(html).not.toMatch(/<script[^>]+src=/);
    expect(html).not.toMatch(/<astro-island/);
    expect(html).not.toMatch(/<(iframe|video)\b/);
  });

  it('no picture before its reader is near it: of this release, at most 40 kB, in the room that it takes', async () => {
    const images = [...html.matchAll(/<img\b[^>]*>/g)];
    expect(images).toHaveLength(proof.capturas.length);
    for (const { 0: tag } of images) expect(tag).toMatch(/ alt="[^"]{20,}" loading="lazy"/);
    const forPhones = [...html.matchAll(/<source\b[^>]*>/g)];
    expect(forPhones.length, 'a phone gets its own, not a shrunken desk').toBeGreaterThan(0);
    for (const { 0: tag, index } of [...images, ...forPhones]) {
      const [, file = '', wide, high] = /src(?:set)?="([^"]+\.avif)" width="(\d+)" height="(\d+)"/.exec(tag) ?? [];
      expect(statSync(join(CLIENT, file)).size, tag).toBeLessThanOrEqual(40_000);
      const { width, height } = await sharp(join(CLIENT, file)).metadata();
      expect([width, height]).toEqual([2 * Number(wide), 2 * Number(high)]);
      expect(index).toBeGreaterThan(html.indexOf('id="capabilities"'));
      expect(index, 'what it costs comes after what it is').toBeLessThan(html.indexOf('id="pricing"'));
    }
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
    const made = readFileSync('src/landing/captures/version.txt', 'utf8').trim();
    expect(made, 'npm run captures makes them again, before each release').toBe(version);
  });

  it('no rule for what is below the first screen or in the dialog: it comes with the style sheet at the end', () => {
    const [, name = ''] = /href="(\/_astro\/later[^"]+)"/.exec(html) ?? [];
    const inlined = [...html.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, css]) => css).join('');
    for (const part of ['.doors', '.plan', '.agenda', '.plans', '.compare', '.questions', '.foot', '.enquiry']) {
      expect(inlined, part).not.toContain(`${part}{`);
      expect(read(name), part).toContain(`${part}{`);
    }
  });

  it('at most 2,000 bytes of script that runs before an interaction', () => {
    const scripts = [...html.matchAll(/<script type="module">([\s\S]*?)<\/script>/g)].map(([, code]) => code);
    expect(scripts).toHaveLength(1);
    expect(Buffer.byteLength(scripts.join(''))).toBeLessThanOrEqual(2000);
  });

  it('at most 150 bytes of script before the first frame: whether to ask where the visitor is', () => {
    const scripts = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, code]) => code);
    expect(scripts).toHaveLength(1);
    expect(brotli(scripts.join(''))).toBeLessThanOrEqual(150);
  });

  it('at most 65 kB of script on the first interaction, with nothing of the back-office in it', () => {
    const [, name = ''] = /`\/_astro\/(wake-[\w-]+\.js)`/.exec(html) ?? [];
    const code = read(join('_astro', name));
    expect(brotli(code)).toBeLessThanOrEqual(65_000);
    expect(code).not.toMatch(/headlessui|\/api\/|ZodError/);
  });

  it('at most 11 kB of font, under an address that may be kept for ever, which comes after the first frame', () => {
    expect(html).not.toMatch(/\.woff2|rel="preload"/);
    const [, later = ''] = /href="(\/_astro\/later[^"]+)"/.exec(html) ?? [];
    const faces = [...read(later).matchAll(/@font-face\{([^}]*)\}/g)].map(([, face]) => face ?? '');
    expect(faces).toHaveLength(1);
    const named = [...read(later).matchAll(/([^{}]*\{)?([^{}]*)\{font-family:"Zaguan",/g)].map(
      ([, at = '', rule]) => at + rule,
    );
    expect(named.sort(), 'who asks for it').toEqual([
      '.painted :is(h1,h2,h3,.display)',
      '@media (scripting:none){:is(h1,h2,h3,.display)',
    ]);
    expect(faces[0]).toContain('font-display:swap');
    const [, name = ''] = /\/_astro\/(zaguan-display\.[\w-]+\.woff2)/.exec(faces[0] ?? '') ?? [];
    expect(statSync(join(CLIENT, '_astro', name)).size).toBeLessThanOrEqual(11_000);
  });

  it('a first frame that is styled once: few elements, two containers, and no style that begins as another', () => {
    const inlined = [...html.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, css]) => css).join('');
    expect(inlined).not.toContain('@starting-style');
    expect(inlined.match(/container-type/g)?.length, 'containers').toBeLessThanOrEqual(2);
    const [shown = ''] = /<a class="skip"[\s\S]*?(?=<section class="band)/.exec(html) ?? [];
    expect(shown.match(/<[a-z]/g)?.length, 'elements above the fold').toBeLessThanOrEqual(140);
  });
});

it('nothing is promised or claimed that site.yaml does not say', () => {
  for (const page of ['index.html', 'contacto/index.html', 'gracias/index.html'])
    expect(read(page), page).not.toMatch(/Respondemos en|id="fuentes"|Probalo en|legalName|¿Dan factura\?/);
});

it('the privacy policy says on what basis, who else sees it, for how long, and where to complain in each country', () => {
  const text = read('privacidad/index.html').replace(/<[^>]+>/g, '');
  for (const said of [
    /La base es tu pedido y, si hay contrato, el contrato\./,
    /por encargo nuestro\. Lo que se escribe por WhatsApp pasa por Meta\./,
    /se borra del todo a los 30 días\. .* se borran a los 90 días\./,
    /En la Unión Europea .* Agencia Española de Protección de Datos/,
    /En México, .* Secretaría Anticorrupción y Buen Gobierno/,
    /En Argentina, la Agencia de Acceso a la Información Pública, .* Ley 25\.326/,
  ])
    expect(text).toMatch(said);
  expect(text).not.toMatch(/\{\w+\}/);
});

describe('the landing is found', () => {
  const meta = (name: string) => new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`).exec(html)?.[1];

  it('by its title, description, address and language', () => {
    expect(/<html lang="(\w+)"/.exec(html)?.[1]).toBe('es');
    expect(/<title>([^<]+)</.exec(html)?.[1]?.length).toBeLessThanOrEqual(70);
    expect(meta('description')?.length).toBeLessThanOrEqual(180);
  });

  it.each([
    ['index.html', 'es', '/'],
    ['mx/index.html', 'es-MX', '/mx'],
    ['es/index.html', 'es-ES', '/es'],
    ['es/privacidad/index.html', 'es-ES', '/es/privacidad', '/privacidad'],
    ['mx/contacto/index.html', 'es-MX', '/mx/contacto', '/contacto'],
  ])('%s in its own edition and at its own address, beside those of the others', (page, lang, path, shared = '') => {
    const edition = read(page);
    expect(edition).toContain(`<html lang="${lang}"`);
    expect(edition).toContain(`<link rel="canonical" href="${origin}${path}">`);
    const others = [...edition.matchAll(/<link rel="alternate" hreflang="([^"]+)" href="([^"]+)">/g)];
    expect(Object.fromEntries(others.map(([, code, url]) => [code, url]))).toEqual({
      es: `${origin}${shared || '/'}`,
      'es-MX': `${origin}/mx${shared}`,
      'es-ES': `${origin}/es${shared}`,
      'x-default': `${origin}${shared || '/'}`,
    });
  });

  it.each(COUNTRY_EDITIONS)('in /%s without a word of voseo, and every link to an own page stays there', (edition) => {
    const pages = readdirSync(join(CLIENT, edition), { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.html'),
    );
    expect(pages.length).toBe(5);
    for (const page of pages) {
      const html = read(join(edition, page));
      const said = html.replace(/<(style|script)\b[\s\S]*?<\/\1>/g, ' ').replace(/<[^>]+>/g, (tag) => {
        const texts = [...tag.matchAll(/ (?:content|title|aria-label|alt|placeholder)="([^"]*)"/g)];
        return ['', ...texts.map(([, text]) => text), ''].join(' ');
      });
      expect(findVoseo(said), page).toEqual([]);
      expect(said, page).not.toMatch(/(?<!\p{L})ambientes?(?!\p{L})/iu);
      const left = html.match(/href="\/(contacto|gracias|privacidad|terminos)?"/g) ?? [];
      // The switch and the line that asks lead to the general edition.
      expect(left, page).toEqual(page === 'index.html' ? ['href="/"', 'href="/"'] : []);
    }
  });

  it('when it is shared: title, text, address and a picture of 1200×630', async () => {
    expect(meta('og:type')).toBe('website');
    expect(meta('og:locale')).toBe('es_LA');
    expect(meta('og:url')).toBe(`${origin}/`);
    expect(meta('og:description')).toBe(meta('description'));
    expect(meta('twitter:card')).toBe('summary_large_image');
    expect(meta('og:image')).toBe(`${origin}/social.png`);
    const picture = await sharp(join(CLIENT, 'social.png')).metadata();
    expect([picture.width, picture.height]).toEqual([1200, 630]);
    expect(statSync(join(CLIENT, 'social.png')).size).toBeLessThan(120_000);
  });

  it('with data that say what the page says', () => {
    const [, json = ''] = /<script type="application\/ld\+json">([\s\S]*?)<\/script>/.exec(html) ?? [];
    const graph: Record<string, unknown>[] = JSON.parse(json)['@graph'];
    const find = (type: string): Record<string, unknown> => graph.find((node) => node['@type'] === type) ?? {};
    expect(find('Organization')['name']).toBe(nombre);
    expect(
      (find('Product')['offers'] as { name: string; priceSpecification: { price: number } }[]).map(
        ({ name, priceSpecification }) => `${name}: ${priceSpecification.price}`,
      ),
    ).toEqual([
      'Agente Inicial, pago anual: 5',
      'Agente Inicial, pago mensual: 10',
      'Chatbot Clásico, pago anual: 30',
      'Chatbot Clásico, pago mensual: 40',
      'Chat con IA, pago anual: 50',
      'Chat con IA, pago mensual: 65',
      'Agente de IA, pago anual: 70',
      'Agente de IA, pago mensual: 90',
    ]);
    const questions = find('FAQPage')['mainEntity'] as { name: string; acceptedAnswer: { text: string } }[];
    expect(questions.length).toBeGreaterThanOrEqual(5);
    for (const { name, acceptedAnswer } of questions) {
      expect(html).toContain(`<summary>${name}</summary>`);
      expect(html).toContain(`<p>${acceptedAnswer.text}</p>`);
    }
  });

  it('and nothing else is: sitemap and robots name the canonical pages, errors and thanks stay out', () => {
    const listed = [...read('sitemap.xml').matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => url);
    const pages = readdirSync(CLIENT, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.html'));
    const canonical = pages
      .map((page) => /<link rel="canonical" href="([^"]+)"/.exec(read(page))?.[1])
      .filter((url) => url !== undefined);
    expect(listed.length).toBeGreaterThan(1);
    expect(listed.sort()).toEqual(canonical.sort());
    for (const page of pages) {
      const noindex = read(page).includes('<meta name="robots" content="noindex">');
      expect(noindex, page).toBe(!read(page).includes('rel="canonical"'));
    }
    expect(read('robots.txt')).toContain(`Sitemap: ${origin}/sitemap.xml`);
  });

  it('with an icon for every place that shows one', async () => {
    const manifest = JSON.parse(read('manifest.webmanifest')) as {
      icons: { src: string; sizes: string; purpose?: string }[];
    };
    expect(manifest.icons.some(({ purpose }) => purpose === 'maskable')).toBe(true);
    for (const { src, sizes } of manifest.icons) {
      expect(existsSync(join(CLIENT, src)), src).toBe(true);
      if (sizes === 'any') continue;
      const { width, height } = await sharp(join(CLIENT, src)).metadata();
      expect(`${width}x${height}`).toBe(sizes);
    }
    expect((await sharp(join(CLIENT, 'apple-touch-icon.png')).metadata()).width).toBe(180);
    expect(html).toContain('<link rel="apple-touch-icon" href="/apple-touch-icon.png">');
  });
});

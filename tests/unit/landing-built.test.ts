import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import proof from '~/content/proof.yaml';
import { nombre } from '~/content/site.yaml';

// What visitors and search engines get: the files `npm test` has just built.
const CLIENT = join('dist', 'client');
const read = (file: string) => readFileSync(join(CLIENT, file), 'utf8');
const html = read('index.html');
const brotli = (text: string) => brotliCompressSync(text).byteLength;
const origin = /<link rel="canonical" href="([^"]+)\/"/.exec(html)?.[1] ?? '';

describe.each(['index.html', 'mx/index.html'])('the landing weighs, in %s,', (page) => {
  const html = read(page);

  it('at most 14,000 bytes with the CSS of all that it shows: the first flight of a connection', () => {
    expect(brotli(html)).toBeLessThanOrEqual(14_000);
    expect(statSync(join(CLIENT, `${page}.br`)).size).toBeLessThanOrEqual(14_000);
  });

  it('no blocking request, no script file and no island runtime', () => {
    const [head = '', body = ''] = html.split('<body>');
    expect(head).not.toMatch(/rel="(stylesheet|preload|modulepreload)"/);
    // After the last text and script a style sheet blocks neither.
    expect(body.match(/rel="stylesheet"/g)).toHaveLength(1);
    expect(body).toMatch(/<\/script>\s*<link rel="stylesheet" href="\/_astro\/later[^"]+">\s*<\/body>/);
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

  it('at most 700 bytes of script that runs before an interaction', () => {
    const scripts = [...html.matchAll(/<script type="module">([\s\S]*?)<\/script>/g)].map(([, code]) => code);
    expect(scripts).toHaveLength(1);
    expect(brotli(scripts.join(''))).toBeLessThanOrEqual(700);
  });

  it('at most 65 kB of script on the first interaction, with nothing of the back-office in it', () => {
    const [, name = ''] = /import\(`\/_astro\/(wake-[\w-]+\.js)`\)/.exec(html) ?? [];
    const code = read(join('_astro', name));
    expect(brotli(code)).toBeLessThanOrEqual(65_000);
    expect(code).not.toMatch(/headlessui|\/api\/|ZodError/);
  });

  it('at most 11 kB of font, under an address that may be kept for ever, which no text waits for', () => {
    const faces = [...html.matchAll(/\/_astro\/(zaguan-display\.[\w-]+\.woff2)/g)].map(([, name]) => name ?? '');
    expect(new Set(faces).size).toBe(1);
    expect(statSync(join(CLIENT, '_astro', faces[0] ?? '')).size).toBeLessThanOrEqual(11_000);
    expect(html).toMatch(/@font-face\{[^}]*font-display:swap/);
    expect(html).toMatch(/@starting-style\{(html\{)?--display:var\(--stand-in\)/);
    expect(html).not.toContain('rel="preload"');
  });
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
  ])('%s as one of two editions, each with its own address, that name each other', (page, lang, path) => {
    const edition = read(page);
    expect(edition).toContain(`<html lang="${lang}"`);
    expect(edition).toContain(`<link rel="canonical" href="${origin}${path}">`);
    for (const [code, address] of [
      ['es', '/'],
      ['es-MX', '/mx'],
      ['x-default', '/'],
    ])
      expect(edition).toContain(`<link rel="alternate" hreflang="${code}" href="${origin}${address}">`);
  });

  it('in Mexico without a word that only other countries say', () => {
    for (const page of ['mx/index.html', 'mx/gracias/index.html', 'mx/contacto/index.html']) {
      const text = read(page).replace(/<(style|script)\b[\s\S]*?<\/\1>|<[^>]+>/g, ' ');
      const stressed = text.match(/(?<!\p{L})\p{L}+([áéí]s?|inos)(?!\p{L})/gu) ?? [];
      const common = 'más además país después está sí así ahí aquí qué términos'.split(' ');
      expect(
        stressed.filter((word) => !common.includes(word.toLowerCase())),
        page,
      ).toEqual([]);
      expect(text, page).not.toMatch(/(?<!\p{L})(vos|ambientes?)(?!\p{L})/iu);
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

import sharp from 'sharp';
import { ContentError } from '../content/content-error.ts';
import { escapeHtml } from '../shared/escape-html.ts';

const WIDTH = 1200;
const HEIGHT = 630;
const COLOURS = {
  night: '#0B2E2A',
  window: '#10403A',
  lamp: '#F4C27A',
  sand: '#F6F1E7',
  mist: '#DDEBE7',
  petrol: '#0F5B53',
  clay: '#D9532C',
  ink: '#10201C',
};

/** Relative to the repository's root, where every build runs. */
const FONT_FILE = 'src/landing/fonts/zaguan-display.ttf';

/** The family name in the file; the comma keeps Pango from reading its last word as a weight. */
const FACE = 'Bricolage Grotesque 96pt ExtraBold,';

function drawFacade(): string {
  const windows: string[] = [];
  for (let column = 0; column < 19; column += 1) {
    for (let row = 0; row < 8; row += 1) {
      const lit = (column * 7 + row * 11) % 29 === 3;
      // Fades from dark behind the text to visible at the right edge.
      const opacity = Math.max(0, (column - 8) / 11);
      windows.push(
        `<path d="M${column * 64 + 12} ${row * 88 + 20}h26v42h-26z" fill="${lit ? COLOURS.lamp : COLOURS.window}" opacity="${opacity}"/>`,
      );
    }
  }
  return windows.join('');
}

function drawBubble(x: number, y: number, width: number, lines: number, fill: string, words: string): string {
  const bars = Array.from(
    { length: lines },
    (_, line) =>
      `<rect x="${x + 20}" y="${y + 20 + line * 24}" width="${(width - 40) * (line === lines - 1 ? 0.6 : 1)}" height="10" rx="5" fill="${words}" opacity=".5"/>`,
  );
  return `<rect x="${x}" y="${y}" width="${width}" height="${lines * 24 + 26}" rx="18" fill="${fill}"/>${bars.join('')}`;
}

/** The lit doorway of the landing's hero, with its conversation in outline. */
function drawScene(): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
    <defs>
      <linearGradient id="light" x2="0" y2="1"><stop stop-color="${COLOURS.lamp}"/><stop offset=".5" stop-color="${COLOURS.sand}"/></linearGradient>
      <radialGradient id="glow"><stop stop-color="${COLOURS.lamp}" stop-opacity=".4"/><stop offset="1" stop-color="${COLOURS.lamp}" stop-opacity="0"/></radialGradient>
    </defs>
    <path d="M0 0h${WIDTH}v${HEIGHT}H0z" fill="${COLOURS.night}"/>
    ${drawFacade()}
    <circle cx="930" cy="380" r="420" fill="url(#glow)"/>
    <path d="M738 630V272a192 192 0 0 1 384 0v358z" fill="${COLOURS.lamp}"/>
    <path d="M741 630V272a189 189 0 0 1 378 0v358z" fill="${COLOURS.night}"/>
    <path d="M750 630V272a180 180 0 0 1 360 0v358z" fill="url(#light)"/>
    ${drawBubble(774, 216, 240, 2, '#fff', COLOURS.ink)}
    ${drawBubble(856, 304, 230, 2, COLOURS.petrol, '#fff')}
    ${drawBubble(774, 392, 190, 1, '#fff', COLOURS.ink)}
    ${drawBubble(846, 456, 240, 2, COLOURS.petrol, '#fff')}
    <rect x="820" y="552" width="220" height="44" rx="22" fill="${COLOURS.ink}"/>
    <rect x="850" y="569" width="160" height="10" rx="5" fill="${COLOURS.lamp}"/>
    <path d="M80 168a14 14 0 0 1 14-14h57a14 14 0 0 1 14 14v16a14 14 0 0 1-14 14H80z" fill="${COLOURS.lamp}"/>
    <g transform="translate(80 54) scale(1.7)" fill="${COLOURS.lamp}"><path d="M0 30V13a13 13 0 0 1 26 0v13H8z"/><path d="M8 21v-8a5 5 0 0 1 10 0v8z" fill="${COLOURS.clay}"/></g>
  </svg>`;
}

function setText(text: string, size: number, colour: string) {
  return {
    text: {
      text: `<span foreground="${colour}">${escapeHtml(text)}</span>`,
      font: `${FACE} ${size}`,
      fontfile: FONT_FILE,
      rgba: true as const,
      spacing: -8,
    },
  };
}

/** Balances the headline's lines, so that no word is alone. */
function balanceLines(text: string, longest: number): string {
  const words = text.split(' ');
  const wrap = (width: number) =>
    words.slice(1).reduce<string[]>(
      (lines, word) => {
        const last = lines[lines.length - 1];
        if (`${last} ${word}`.length <= width) lines[lines.length - 1] = `${last} ${word}`;
        else lines.push(word);
        return lines;
      },
      [words[0] ?? ''],
    );
  const { length } = wrap(longest);
  let width = longest;
  while (wrap(width - 1).length === length && width > 1) width -= 1;
  return wrap(width).join('\n');
}

export interface SocialTexts {
  nombre: string;
  lema: string;
  hora: string;
  escena: string;
  titular: string;
}

/** Position and available room of each text. */
const PLACES = {
  nombre: { left: 140, top: 62, width: 580, height: 70 },
  hora: { left: 94, top: 165, width: 80, height: 40 },
  escena: { left: 182, top: 165, width: 540, height: 40 },
  titular: { left: 80, top: 222, width: 640, height: 315 },
  lema: { left: 80, top: 548, width: 640, height: 60 },
} as const;

/**
 * The social image: 1200×630, drawn at build from the site's texts.
 * @throws {ContentError} naming the texts that are too long, with the length that fits.
 */
export async function renderSocialImage(site: SocialTexts): Promise<Buffer> {
  const texts: Record<keyof typeof PLACES, Parameters<typeof setText>> = {
    nombre: [site.nombre, 42, COLOURS.lamp],
    hora: [site.hora, 28, COLOURS.ink],
    escena: [site.escena, 28, COLOURS.mist],
    titular: [balanceLines(site.titular, 15), 96, COLOURS.sand],
    lema: [site.lema, 36, COLOURS.lamp],
  };
  const problems: string[] = [];
  const layers = await Promise.all(
    (Object.keys(PLACES) as (keyof typeof PLACES)[]).map(async (field) => {
      const { left, top, width, height } = PLACES[field];
      const { data: input, info } = await sharp(setText(...texts[field]))
        .png()
        .toBuffer({ resolveWithObject: true });
      const share = Math.min(width / info.width, height / info.height);
      if (share < 1) {
        const fits = Math.floor(site[field].length * share);
        problems.push(`site, campo "${field}": no entra en la imagen que se comparte; usá unos ${fits} caracteres`);
      }
      return { input, left, top };
    }),
  );
  if (problems.length > 0) throw new ContentError('src/content/site.yaml', problems);
  return sharp(Buffer.from(drawScene())).composite(layers).png({ palette: true, colours: 128 }).toBuffer();
}

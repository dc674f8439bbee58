import sharp from 'sharp';

/** Relative to the repository's root, where every build runs. */
const DRAWING = 'public/favicon.svg';
const NIGHT = '#0B2E2A';

/** Sizes in pixels. A maskable icon keeps the drawing inside the circle every mask leaves visible. */
export const icons = {
  'apple-touch-icon': { size: 180, maskable: false },
  'icon-192': { size: 192, maskable: false },
  'icon-512': { size: 512, maskable: false },
  'icon-maskable-512': { size: 512, maskable: true },
} as const;

export type IconName = keyof typeof icons;

export function renderIcon(name: IconName): Promise<Buffer> {
  const { size, maskable } = icons[name];
  const margin = maskable ? Math.round(size * 0.14) : 0;
  return sharp(DRAWING, { density: 1200 })
    .resize(size - 2 * margin)
    .extend({ top: margin, bottom: margin, left: margin, right: margin, background: NIGHT })
    .png({ palette: true, colours: 64 })
    .toBuffer();
}

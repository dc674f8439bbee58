const SIZE = 64;
const MAX_SHOWN = 9;
const TERRACOTTA = '#d9532c';

let title: string | undefined;
let shown = 0;

/** Shows the count of news in the tab's title and icon, and on an installed app's; 0 restores them. */
export function showCount(count: number): void {
  title ??= document.title;
  if (count === shown) return;
  shown = count;
  document.title = count > 0 ? `(${count}) ${title}` : title;
  void drawIcon(count);
  navigator.setAppBadge?.(count).catch(() => {});
}

let plain: string | undefined;

async function drawIcon(count: number): Promise<void> {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (!link) return;
  plain ??= link.href;
  const icon = count > 0 ? await drawCount(plain, count) : plain;
  // Drawing took a moment; the count may be higher by now.
  if (count === shown) link.href = icon;
}

/** The page's icon with the count in its corner. Without the picture, the count alone. */
async function drawCount(href: string, count: number): Promise<string> {
  const canvas = document.createElement('canvas');
  canvas.width = SIZE;
  canvas.height = SIZE;
  const drawing = canvas.getContext('2d');
  if (!drawing) return href;
  const picture = new Image(SIZE, SIZE);
  picture.src = href;
  await picture.decode().then(
    () => drawing.drawImage(picture, 0, 0, SIZE, SIZE),
    () => {},
  );
  const radius = SIZE * 0.32;
  const [x, y] = [SIZE - radius, radius];
  drawing.fillStyle = TERRACOTTA;
  drawing.beginPath();
  drawing.arc(x, y, radius, 0, 2 * Math.PI);
  drawing.fill();
  drawing.fillStyle = '#fff';
  drawing.font = `bold ${SIZE * 0.46}px system-ui, sans-serif`;
  drawing.textAlign = 'center';
  drawing.textBaseline = 'middle';
  drawing.fillText(count > MAX_SHOWN ? `${MAX_SHOWN}+` : String(count), x, y + 2, radius * 1.8);
  return canvas.toDataURL();
}

import { escapeHtml } from '~/shared/escape-html';

/** Items with a line or two each, or a table of numbers. `text` is a sentence about all of them. */
export type MailList = {
  heading?: string;
  text?: string;
  picture?: MailPicture;
  items?: { title: string; url?: string; lines?: string[] }[];
  table?: MailTable;
  all?: { label: string; url: string };
};

/** Numbers, each of which may link to what it counts. The text version leaves the links out. */
export type MailTable = { heads: string[]; rows: { title: string; cells: MailNumber[] }[] };
export type MailNumber = { text: string; url?: string };

/** A picture inside the mail. Where pictures are blocked, `alt` and the words below say what it shows. */
export type MailPicture = {
  cid: string;
  png: Uint8Array;
  /** Size in a wide window; the file has twice as many pixels each way. */
  width: number;
  height: number;
  alt: string;
  legend: string;
  /** Labels of equal width below it: a name and, where it has one, a number. */
  scale: { name: string; number?: MailNumber }[];
};

export const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
export const INK = '#10201C';
export const PETROL = '#0F5B53';
export const LINE = '#DDD3BF';
const SOFT = '#41534E';
export const RULE = '#EAE2D2';
const TABLE = '<table role="presentation" width="100%" cellpadding="0" cellspacing="0"';

export function renderListText({ heading, text, picture, items = [], table, all }: MailList): string[] {
  const { heads = [], rows = [] } = table ?? {};
  const told = (picture?.scale ?? []).flatMap(({ name, number }) =>
    number ? [`${name}: ${number.text}`] : [],
  );
  return [
    ...(heading ? [heading.toUpperCase()] : []),
    ...(text ? [text] : []),
    ...(told.length > 0 ? [told.join(' · ')] : []),
    ...items.map(({ title, url, lines = [] }) => [`• ${title}`, ...lines, url].filter(Boolean).join('\n  ')),
    ...rows.map(
      ({ title, cells }) =>
        `• ${title}\n  ${cells.map(({ text }, index) => `${heads[index + 1]}: ${text}`).join(' · ')}`,
    ),
    ...(all ? [`${all.label}:\n${all.url}`] : []),
  ];
}

export function renderListHtml({ heading, text, picture, items = [], table, all }: MailList): string {
  return [
    heading &&
      `<p style="margin:28px 0 4px;font-size:17px;font-weight:700;color:${INK}">${escapeHtml(heading)}</p>`,
    text && `<p style="margin:0 0 8px;font-size:15px;line-height:1.5;color:${SOFT}">${escapeHtml(text)}</p>`,
    picture && renderPicture(picture),
    items.length > 0 && `${TABLE} style="margin:0 0 8px">${items.map(renderItem).join('\n')}</table>`,
    table && table.rows.length > 0 && renderTable(table),
    all &&
      `<p style="margin:10px 0 0;font-size:15px"><a href="${escapeHtml(all.url)}" style="color:${PETROL}">${escapeHtml(all.label)}</a></p>`,
  ]
    .filter(Boolean)
    .join('\n');
}

function renderItem({ title, url, lines = [] }: NonNullable<MailList['items']>[number]): string {
  const details = lines
    .map(
      (line) =>
        `<br><span style="font-size:14px;color:${SOFT};white-space:pre-line">${escapeHtml(line)}</span>`,
    )
    .join('');
  const name = url
    ? `<a href="${escapeHtml(url)}" style="font-weight:600;color:${PETROL}">${escapeHtml(title)}</a>`
    : `<b style="font-weight:600">${escapeHtml(title)}</b>`;
  return `<tr><td style="padding:10px 0;border-bottom:1px solid ${RULE};${FONT};font-size:16px;line-height:1.45;color:${INK}">${name}${details}</td></tr>`;
}

/** Repeated parts are kept minimal: Gmail clips a long mail, and its reader skips it. */
function renderTable({ heads, rows }: MailTable): string {
  const head = heads.map(
    (text, index) => `<th scope="col" align="${index === 0 ? 'left' : 'right'}">${escapeHtml(text)}</th>`,
  );
  const lines = rows.map(
    ({ title, cells }) =>
      `<tr><td>${escapeHtml(title)}</td>${cells.map((number) => `<td align="right">${renderNumber(number)}</td>`).join('')}</tr>`,
  );
  return `<table class="numbers" width="100%" cellpadding="6" cellspacing="0" style="margin:0 0 8px -6px;${FONT};font-size:14px;line-height:1.35;color:${INK}"><tr valign="bottom" style="font-size:12px;color:${SOFT}">${head.join('')}</tr>
${lines.join('\n')}</table>`;
}

function renderNumber({ text, url }: MailNumber): string {
  return url ? `<a href="${escapeHtml(url)}">${escapeHtml(text)}</a>` : escapeHtml(text);
}

function renderPicture({ cid, width, height, alt, legend, scale }: MailPicture): string {
  const share = `${Math.floor(100 / scale.length)}%`;
  const below = scale.map(
    ({ name, number }) =>
      `<td width="${share}" align="${number ? 'center' : 'left'}">${escapeHtml(name)}${number ? `<br>${renderNumber(number)}` : ''}</td>`,
  );
  return `<img src="cid:${cid}" width="${width}" height="${height}" alt="${escapeHtml(alt)}" style="display:block;width:100%;max-width:${width}px;height:auto;${FONT};font-size:13px;color:${SOFT}">
${TABLE} style="margin:2px 0 8px;max-width:${width}px;${FONT};font-size:13px;line-height:1.4;color:${SOFT}"><tr>${below.join('')}</tr></table>
<p style="margin:0 0 8px;font-size:13px;line-height:1.4;color:${SOFT}">${escapeHtml(legend)}</p>`;
}

import { escapeHtml } from '~/shared/escape-html';
import { crmStrings } from '~/shared/strings/crm';

/** Items with a line or two each, or a table of numbers. `text` is a sentence about all of them. */
export type MailList = {
  heading?: string;
  text?: string;
  items?: { title: string; url?: string; lines?: string[] }[];
  table?: MailTable;
  all?: { label: string; url: string };
};

/** Numbers, each of which may link to what it counts. The text version leaves the links out. */
export type MailTable = { heads: string[]; rows: { title: string; cells: MailNumber[] }[] };
export type MailNumber = { text: string; url?: string };

const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const INK = '#10201C';
const PETROL = '#0F5B53';
const LINE = '#DDD3BF';
const SOFT = '#41534E';
const RULE = '#EAE2D2';
const TABLE = '<table role="presentation" width="100%" cellpadding="0" cellspacing="0"';

function renderListText({ heading, text, items = [], table, all }: MailList): string[] {
  const { heads = [], rows = [] } = table ?? {};
  return [
    ...(heading ? [heading.toUpperCase()] : []),
    ...(text ? [text] : []),
    ...items.map(({ title, url, lines = [] }) => [`• ${title}`, ...lines, url].filter(Boolean).join('\n  ')),
    ...(rows.length > 0
      ? [rows.map(({ title, cells }) => `• ${title} — ${describeCells(heads, cells)}`).join('\n')]
      : []),
    ...(all ? [`${all.label}:\n${all.url}`] : []),
  ];
}

function describeCells([, ...heads]: string[], cells: MailNumber[]): string {
  return cells.map(({ text }, index) => `${heads[index]}: ${text}`).join(' · ');
}

function renderListHtml({ heading, text, items = [], table, all }: MailList): string {
  return [
    heading && `<p style="margin:28px 0 4px;font-size:17px;font-weight:700;color:${INK}">${escapeHtml(heading)}</p>`,
    text && `<p style="margin:0 0 8px;font-size:15px;line-height:1.5;color:${SOFT}">${escapeHtml(text)}</p>`,
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
    .map((line) => `<br><span style="font-size:14px;color:${SOFT};white-space:pre-line">${escapeHtml(line)}</span>`)
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

/** A mail's content as plain text, from which `renderMail` makes both versions. */
export type MailContent = {
  subject: string;
  /** For the greeting; left out until somebody has verified it. */
  name?: string;
  paragraphs: string[];
  /** Lists: a heading each if there are several, and a link to all of what a list shows part of. */
  lists?: MailList[];
  action?: { label: string; url: string };
  /** Small print at the end, such as how long the link is valid. */
  footnotes: string[];
};

/** A mail's text and HTML versions. The HTML has only tables and inline styles: many mail programs support no more. */
export function renderMail(content: MailContent): { text: string; html: string } {
  return { text: renderText(content), html: renderHtml(content) };
}

function renderText({ name, paragraphs, lists = [], action, footnotes }: MailContent): string {
  const blocks = [
    greet(name),
    ...paragraphs,
    ...lists.flatMap(renderListText),
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...footnotes,
    `— ${crmStrings.brand}`,
  ];
  return `${blocks.join('\n\n')}\n`;
}

function greet(name: string | undefined): string {
  return name === undefined ? 'Hola:' : `Hola ${name}:`;
}

/**
 * Rules too heavy to repeat inline, or that no attribute can express. Programs that honour color-scheme do not darken a
 * mail themselves; others darken all of it. Without <style>, links are blue and rows have no line between them.
 */
const STYLE = `.card a{color:${PETROL}}.numbers th{font-weight:400}.numbers td{border-top:1px solid ${RULE}}@media (prefers-color-scheme:dark){.page{background:#0B1613!important}.card{background:#14231F!important;border-color:#2C413B!important}.card *{color:#E6EEEB!important;border-color:#2C413B!important}.brand,.card a{color:#7FD0B8!important}.card .go{color:#FFFFFF!important}}`;

function renderHtml({ subject, name, paragraphs, lists = [], action, footnotes }: MailContent): string {
  const body = [greet(name), ...paragraphs]
    .map((text) => `<p style="margin:0 0 16px;font-size:16px;line-height:1.55;color:${INK}">${escapeHtml(text)}</p>`)
    .concat(lists.map(renderListHtml))
    .join('\n');
  const button = action
    ? `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:16px 0 24px"><tr><td style="border-radius:10px;background:${PETROL}"><a href="${escapeHtml(action.url)}" class="go" style="display:inline-block;padding:13px 24px;${FONT};font-size:16px;font-weight:600;color:#FFFFFF;text-decoration:none">${escapeHtml(action.label)}</a></td></tr></table>
<p style="margin:0 0 16px;font-size:13px;line-height:1.5;color:#41534E">Si el botón no funciona, copiá esta dirección en tu navegador:<br><span style="word-break:break-all">${escapeHtml(action.url)}</span></p>`
    : '';
  const small = footnotes
    .map(
      (text) =>
        `<p style="margin:0 0 8px;font-size:13px;line-height:1.5;color:#5F706B;word-break:break-word">${escapeHtml(text)}</p>`,
    )
    .join('\n');
  return `<!doctype html>
<html lang="es">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escapeHtml(subject)}</title><style>${STYLE}</style></head>
<body class="page" style="margin:0;padding:0;background:#F6F1E7">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#F6F1E7"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td class="brand" style="padding:0 8px 20px;${FONT};font-size:20px;font-weight:700;color:${PETROL}">${escapeHtml(crmStrings.brand)}</td></tr>
<tr><td class="card" style="background:#FFFFFF;border:1px solid ${LINE};border-radius:16px;padding:28px 24px;${FONT}">
${body}
${button}
${small}
</td></tr></table>
</td></tr></table>
</body>
</html>
`;
}

import { escapeHtml } from '~/shared/escape-html';
import { crmStrings } from '~/shared/strings/crm';

/** A mail's content as plain text; `renderMail` makes both versions from it. */
export type MailContent = {
  subject: string;
  /** The person's name for the greeting. Left out while nobody has verified it. */
  name?: string;
  paragraphs: string[];
  /** Lists, each with a heading if there are several, and a link to all of what it names a part of. */
  lists?: MailList[];
  action?: { label: string; url: string };
  /** Smaller text at the end, such as how long the link is valid. */
  footnotes: string[];
};

/** Things with a line or two about each, and with a link or numbers that are links. `text`: a sentence about all of them. */
export type MailList = {
  heading?: string;
  text?: string;
  items: { title: string; url?: string; lines?: string[]; numbers?: MailNumber[] }[];
  all?: { label: string; url: string };
};

/** A number with what it counts, and where it is explained. The text version leaves the address out. */
export type MailNumber = { name: string; value: string; url: string };

/**
 * A mail's text and HTML versions. The HTML uses only tables and inline styles, because many mail programs support no
 * more.
 */
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

function renderListText({ heading, text, items, all }: MailList): string[] {
  return [
    ...(heading ? [heading.toUpperCase()] : []),
    ...(text ? [text] : []),
    ...items.map(({ title, url, lines = [], numbers = [] }) =>
      [`• ${title}`, ...lines, numbers.map(({ name, value }) => `${name}: ${value}`).join(' · '), url]
        .filter(Boolean)
        .join('\n  '),
    ),
    ...(all ? [`${all.label}:\n${all.url}`] : []),
  ];
}

function greet(name: string | undefined): string {
  return name === undefined ? 'Hola:' : `Hola ${name}:`;
}

const font = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

function renderHtml({ subject, name, paragraphs, lists = [], action, footnotes }: MailContent): string {
  const body = [greet(name), ...paragraphs]
    .map(
      (text) =>
        `<p style="margin:0 0 16px;${font};font-size:16px;line-height:1.55;color:#10201C">${escapeHtml(text)}</p>`,
    )
    .concat(lists.map(renderListHtml))
    .join('\n');
  const button = action
    ? `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:8px 0 24px"><tr><td style="border-radius:10px;background:#0F5B53"><a href="${escapeHtml(action.url)}" style="display:inline-block;padding:13px 24px;${font};font-size:16px;font-weight:600;color:#FFFFFF;text-decoration:none">${escapeHtml(action.label)}</a></td></tr></table>
<p style="margin:0 0 16px;${font};font-size:13px;line-height:1.5;color:#41534E">Si el botón no funciona, copiá esta dirección en tu navegador:<br><span style="word-break:break-all">${escapeHtml(action.url)}</span></p>`
    : '';
  const small = footnotes
    .map(
      (text) =>
        `<p style="margin:0 0 8px;${font};font-size:13px;line-height:1.5;color:#5F706B">${escapeHtml(text)}</p>`,
    )
    .join('\n');
  return `<!doctype html>
<html lang="es">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:0;background:#F6F1E7">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#F6F1E7"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td style="padding:0 8px 20px;${font};font-size:20px;font-weight:700;color:#0F5B53">${escapeHtml(crmStrings.brand)}</td></tr>
<tr><td style="background:#FFFFFF;border:1px solid #DDD3BF;border-radius:16px;padding:32px 28px">
${body}
${button}
${small}
</td></tr></table>
</td></tr></table>
</body>
</html>
`;
}

function renderListHtml({ heading, text, items, all }: MailList): string {
  const title = heading
    ? `<p style="margin:24px 0 4px;${font};font-size:13px;font-weight:700;color:#5F706B">${escapeHtml(heading)}</p>`
    : '';
  const about = text
    ? `<p style="margin:0 0 4px;${font};font-size:15px;line-height:1.5;color:#10201C">${escapeHtml(text)}</p>`
    : '';
  const rows = items
    .map(({ title, url, lines = [], numbers = [] }) => {
      const details = lines
        .map(
          (line) =>
            `<br><span style="font-size:14px;color:#41534E;white-space:pre-line">${escapeHtml(line)}</span>`,
        )
        .concat(numbers.length > 0 ? `<br>${numbers.map(renderNumber).join(' · ')}` : [])
        .join('');
      const name = url
        ? `<a href="${escapeHtml(url)}" style="font-weight:600;color:#0F5B53">${escapeHtml(title)}</a>`
        : `<b style="font-weight:600">${escapeHtml(title)}</b>`;
      return `<tr><td style="padding:10px 0;border-bottom:1px solid #EAE2D2;${font};font-size:16px;line-height:1.45;color:#10201C">${name}${details}</td></tr>`;
    })
    .join('\n');
  const link = all
    ? `<p style="margin:10px 0 0;${font};font-size:15px"><a href="${escapeHtml(all.url)}" style="color:#0F5B53">${escapeHtml(all.label)}</a></p>`
    : '';
  return `${title}
${about}
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 8px">${rows}</table>
${link}`;
}

function renderNumber({ name, value, url }: MailNumber): string {
  return `<span style="font-size:14px;color:#41534E">${escapeHtml(name)} <a href="${escapeHtml(url)}" style="font-weight:600;color:#0F5B53">${escapeHtml(value)}</a></span>`;
}

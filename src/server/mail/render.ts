import { escapeHtml } from '~/shared/escape-html';
import { crmStrings } from '~/shared/strings/crm';

/** A mail's content as plain text; `renderMail` makes both versions from it. */
export type MailContent = {
  subject: string;
  /** The person's name for the greeting. Left out while nobody has verified it. */
  name?: string;
  paragraphs: string[];
  action?: { label: string; url: string };
  /** Smaller text at the end, such as how long the link is valid. */
  footnotes: string[];
};

/**
 * A mail's text and HTML versions. The HTML uses only tables and inline styles, because many mail programs support no
 * more.
 */
export function renderMail(content: MailContent): { text: string; html: string } {
  return { text: renderText(content), html: renderHtml(content) };
}

function renderText({ name, paragraphs, action, footnotes }: MailContent): string {
  const blocks = [
    greet(name),
    ...paragraphs,
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...footnotes,
    `— ${crmStrings.brand}`,
  ];
  return `${blocks.join('\n\n')}\n`;
}

function greet(name: string | undefined): string {
  return name === undefined ? 'Hola:' : `Hola ${name}:`;
}

function renderHtml({ subject, name, paragraphs, action, footnotes }: MailContent): string {
  const font = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
  const body = [greet(name), ...paragraphs]
    .map(
      (text) =>
        `<p style="margin:0 0 16px;${font};font-size:16px;line-height:1.55;color:#10201C">${escapeHtml(text)}</p>`,
    )
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

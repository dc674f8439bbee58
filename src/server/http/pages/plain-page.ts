import { escapeHtml } from '~/shared/escape-html';

/** A minimal page for answers no screen of the product fits: text only, no style, no script. */
export function writePlainPage(sentence: string): string {
  return `<!doctype html><html lang="es"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(sentence)}</title><h1>${escapeHtml(sentence)}</h1><p><a href="/">Volver al inicio</a></p></html>`;
}

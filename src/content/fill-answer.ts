import type { Site } from './schemas';

/** Answers quote the site's figures instead of repeating them, so that page and JSON-LD cannot contradict prices. */
export function fillAnswer(answer: string, site: Site): string {
  const figures: Record<string, string> = {
    meses: String(site.mesesMinimos),
    usuarios: String(site.usuariosAcademia),
    pagos: new Intl.ListFormat('es').format(site.pagos),
  };
  return answer.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    const figure = figures[name];
    if (!figure) {
      throw new Error(
        `Hay un error en src/content/faq.yaml: ${placeholder} no existe; usá ${Object.keys(figures)
          .map((known) => `{${known}}`)
          .join(', ')}`,
      );
    }
    return figure;
  });
}

import { z } from 'zod';

/** Placeholders that are filled in where the text is shown. assemble.ts has those of the whole site. */
export const LOCAL_FIGURES = ['plan', 'pais', 'total', 'ahorro', 'fecha', 'kb', 'plazo', 'horario', 'canal'] as const;
type LocalFigure = (typeof LOCAL_FIGURES)[number];

/** Answers to frequent questions that only the provider can give, in site.yaml. */
export const OWN_ANSWERS = ['factura', 'datos', 'persona'] as const;

/** One line of text, not blank, that contains exactly these placeholders. */
export function textWith(...figures: LocalFigure[]) {
  return z
    .string()
    .trim()
    .min(1)
    .superRefine((text, context) => {
      for (const figure of LOCAL_FIGURES) {
        const wanted = figures.includes(figure);
        if (text.includes(`{${figure}}`) === wanted) continue;
        const message = wanted ? `tiene que decir {${figure}}` : `acá no se puede decir {${figure}}`;
        context.addIssue({ code: 'custom', message });
      }
    });
}
export const text = textWith();
/** Drawn into the social image, whose typeface has no emoji. */
export const drawn = text.regex(/^(?:[©®™]|[^\p{Extended_Pictographic}\p{Emoji_Presentation}])*$/u, {
  error: 'tiene un emoji, y la letra de los títulos no los tiene; sacalo',
});
/** Brackets mark the words of the link. */
export const linked = z
  .string()
  .regex(/^[^[\]]*\[[^[\]]+\][^[\]]*$/, 'poné entre corchetes las palabras que llevan el enlace');
export const id = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'usá minúsculas, números y guiones, por ejemplo chat-ia');
export const hour = z
  .string({ error: 'escribí la hora entre comillas, por ejemplo "08:00"' })
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'escribí la hora entre comillas, por ejemplo "08:00"');

export const buttonText = text.max(36);
export const word = text.max(24);

import type { Lead } from '~/shared/leads/lead';
import { PLANS } from '~/shared/leads/plans';
import type { WhatsappTemplate } from '~/shared/whatsapp/template';

/** 'retomar_consulta' as people read it; with its language where another one has the same name. */
export function describeTemplate(
  { name, language }: WhatsappTemplate,
  all: readonly Pick<WhatsappTemplate, 'name'>[],
): string {
  const words = name.replaceAll('_', ' ').trim();
  const title = words.charAt(0).toUpperCase() + words.slice(1);
  if (all.filter((other) => other.name === name).length < 2) return title;
  const languages = new Intl.DisplayNames('es', { type: 'language', fallback: 'code' });
  return `${title} · ${languages.of(language.replaceAll('_', '-'))}`;
}

/** The likely value of a placeholder: the name in the first, or what its own name says. */
export function guessField(
  key: string,
  index: number,
  { greeting, nombre, tema, empresa, plan }: Pick<Lead, 'greeting' | 'nombre' | 'tema' | 'empresa' | 'plan'>,
): string {
  if (/^(nombre|name|first_?name|cliente)$/i.test(key)) return greeting ?? nombre;
  if (/^plan$/i.test(key)) return PLANS.find(({ id }) => id === plan)?.name ?? '';
  if (/^tema$/i.test(key)) return tema ?? '';
  if (/^empresa$/i.test(key)) return empresa ?? '';
  return index === 0 && /^\d+$/.test(key) ? (greeting ?? nombre) : '';
}

import { crmStrings } from '~/shared/strings/crm';
import { leadStrings } from '~/shared/strings/leads';
import { greetingName } from './greeting-name';

/**
 * The digits of a normalised number for wa.me, or null if there is none. Argentine mobiles need the 9 after 54, which
 * phone_key leaves out; Mexican ones no longer need the 1 after 52.
 */
export function whatsappDigits(phoneKey: string | null): string | null {
  return phoneKey?.replace(/^54(?=\d{10}$)/, '549') ?? null;
}

/** The link that opens a chat with this person, with the template's text; null without a number. */
export function whatsappLink(
  lead: { nombre: string; phone_key: string | null },
  template: string,
): string | null {
  const digits = whatsappDigits(lead.phone_key);
  if (!digits) return null;
  return `https://wa.me/${digits}?text=${encodeURIComponent(greet(lead.nombre, template))}`;
}

/** The link that opens a new email to this address, with a subject. */
export function emailLink(email: string): string {
  const subject = leadStrings.emailSubject(crmStrings.brand);
  return `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(subject)}`;
}

/** The template's text for this person, without a name if `nombre` is no person's name. */
export function greet(nombre: string, template: string): string {
  const name = greetingName(nombre);
  const text = template.trim();
  if (name) return text.replaceAll('{nombre}', name);
  return (
    text
      // '¡Hola, {nombre}!' becomes '¡Hola!', and '{nombre}, te escribo' becomes 'Te escribo'.
      .replace(/(?:,\s*|\s+)\{nombre\}/g, '')
      .replace(/\{nombre\}[,:]?\s*/g, '')
      .replace(/^([¿¡]?)(\p{Ll})/u, (_match, mark: string, letter: string) => mark + letter.toUpperCase())
  );
}

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
  const [firstName = lead.nombre] = lead.nombre.split(/\s+/);
  const text = template.trim().replaceAll('{nombre}', firstName);
  return `https://wa.me/${digits}?text=${encodeURIComponent(text)}`;
}

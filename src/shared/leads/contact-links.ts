import { withNinthDigit } from '../phones/mobile-prefix';

/**
 * Digits for wa.me, or null without a number. Argentine mobiles need a 9 after 54, and Brazilian ones a 9 after the
 * area code; `phone_key` omits both.
 */
export function whatsappDigits(phoneKey: string | null): string | null {
  return phoneKey === null ? null : withNinthDigit(phoneKey.replace(/^54(?=\d{10}$)/, '549'));
}

/** Link that opens a chat with this number and text; null without a number. */
export function whatsappLink(phoneKey: string | null, text: string): string | null {
  const digits = whatsappDigits(phoneKey);
  return digits && `https://wa.me/${digits}?text=${encodeURIComponent(text)}`;
}

export function emailLink(email: string, subject: string, body: string): string {
  const lines = body.replaceAll('\n', '\r\n');
  return `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(lines)}`;
}

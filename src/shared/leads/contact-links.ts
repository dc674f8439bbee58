import { withNinthDigit } from '../phones/mobile-prefix';

/**
 * Digits for wa.me, or null without a number. Argentine mobiles need the 9 after 54, and Brazilian ones that after the
 * area code, which phone_key leaves out; Mexican ones no longer need the 1 after 52.
 */
export function whatsappDigits(phoneKey: string | null): string | null {
  return phoneKey === null ? null : withNinthDigit(phoneKey.replace(/^54(?=\d{10}$)/, '549'));
}

/** Link that opens a chat with this number and text; null without a number. */
export function whatsappLink(phoneKey: string | null, text: string): string | null {
  const digits = whatsappDigits(phoneKey);
  return digits && `https://wa.me/${digits}?text=${encodeURIComponent(text)}`;
}

/** Link that opens a new email. */
export function emailLink(email: string, subject: string, body: string): string {
  const lines = body.replaceAll('\n', '\r\n');
  return `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(lines)}`;
}

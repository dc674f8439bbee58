/**
 * Digit groups by country, length and leading digits: the calling code, then groups. A subset of libphonenumber, whose
 * data outweigh the panel's own code.
 */
const GROUPS = [
  /^(\+54)(9?)(11)(\d{4})(\d{4})$/,
  /^(\+54)(9?)(\d{3})(\d{3})(\d{4})$/,
  /^(\+52)(55|56|33|81)(\d{4})(\d{4})$/,
  /^(\+52|\+57|\+1)(\d{3})(\d{3})(\d{4})$/,
  /^(\+56)([29])(\d{4})(\d{4})$/,
  /^(\+56)(\d\d)(\d{3})(\d{4})$/,
  /^(\+51)(1)(\d{3})(\d{4})$/,
  /^(\+598)(9\d)(\d{3})(\d{3})$/,
  /^(\+591|\+598)(\d{4})(\d{4})$/,
  /^(\+595)(\d\d)(\d{3})(\d{3})$/,
  /^(\+34|\+51|\+595)(\d{3})(\d{3})(\d{3})$/,
  /^(\+55)(\d\d)(\d{4,5})(\d{4})$/,
];

/** A number in readable groups, '+52 55 7791 9191'; as typed if no grouping is known. */
export function formatPhone(typed: string): string {
  const phone = typed.replace(/[\s\p{Cf}().‐-―-]/gu, '');
  for (const groups of GROUPS) {
    const found = groups.exec(phone);
    if (found) return found.slice(1).filter(Boolean).join(' ');
  }
  return typed;
}

/** Removes the spaces within a text's grouped numbers, as other programs want them. */
export function joinPhoneDigits(text: string): string {
  return text.replace(/\+\d[\d ]{5,}\d/g, (phone) => phone.replaceAll(' ', ''));
}

/**
 * How the numbers of these countries are grouped where they are read, by their length and their first digits (a subset of
 * what libphonenumber does, whose data are larger than the panel's own code): the calling code, and groups.
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

/** A number as people read it, '+52 55 7791 9191'; one that no group is known of stays as it was typed. */
export function groupPhone(typed: string): string {
  const phone = typed.replace(/[^\d+]/g, '');
  for (const groups of GROUPS) {
    const found = groups.exec(phone);
    if (found) return found.slice(1).filter(Boolean).join(' ');
  }
  return typed;
}

/** A text in which every number that is grouped by spaces is without them, as other programs take it. */
export function ungroupPhones(text: string): string {
  return text.replace(/\+\d[\d ]{5,}\d/g, (phone) => phone.replaceAll(' ', ''));
}

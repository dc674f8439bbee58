/** Lower case, no accents, single spaces for all other signs: 'E-mail 1 – Value' becomes 'e mail 1 value'. */
export function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

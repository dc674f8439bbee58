/**
 * A whole number in Spanish style: groups of three from five digits on. Formatted by hand, so that server and browser
 * agree.
 */
export function describeNumber(value: number): string {
  const digits = String(value);
  return digits.length < 5 ? digits : digits.replace(/\B(?=(\d{3})+$)/g, '.');
}

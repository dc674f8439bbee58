/** A whole number as Spanish writes it: digits in groups of three from five digits on. By hand, alike on server and browser. */
export function describeNumber(value: number): string {
  const digits = String(value);
  return digits.length < 5 ? digits : digits.replace(/\B(?=(\d{3})+$)/g, '.');
}

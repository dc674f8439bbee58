/**
 * A whole number in Spanish style: groups of three from five digits on. Formatted by hand, so that server and browser
 * agree.
 */
export function describeNumber(value: number): string {
  const digits = String(value);
  return digits.length < 5 ? digits : digits.replace(/\B(?=(\d{3})+$)/g, '.');
}

/** A count with its noun: '1 lead', '12.000 leads'. */
export function describeCount(count: number, one: string, many: string): string {
  return `${describeNumber(count)} ${count === 1 ? one : many}`;
}

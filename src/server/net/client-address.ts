import ipaddr from 'ipaddr.js';

/** What counts as one address: an IPv4 address, or an IPv6 /64, which belongs to one customer. */
export function addressKey(address: string): string {
  return cut(address, 4, 4) ?? address;
}

/** All that one customer may have: an IPv4 address, or an IPv6 /48, also of what `addressKey` says. */
export function customerKey(address: string): string {
  return cut(address, 4, 3) ?? address;
}

/**
 * An address's network: the first 24 bits of IPv4, or 48 of IPv6, which a provider gives to a neighbourhood or
 * customer. Enough to tell one's own places apart without keeping the address.
 */
export function networkOf(address: string): string {
  return cut(address, 3, 3) ?? '';
}

/** The first bytes of IPv4, or groups of IPv6; null for what is no address. */
function cut(given: string, bytes: number, groups: number): string | null {
  const address = given.replace(/\/\d+$/, '');
  if (!ipaddr.isValid(address)) return null;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4)
    return bytes === 4 ? parsed.toString() : `${parsed.octets.slice(0, bytes).join('.')}.0/24`;
  const head = parsed.parts.slice(0, groups).map((part) => part.toString(16));
  return `${head.join(':')}::/${groups * 16}`;
}

import ipaddr from 'ipaddr.js';

/**
 * An address's network: the first 24 bits of IPv4, or 48 of IPv6, which a provider gives to a neighbourhood or
 * customer. Enough to tell one's own places apart without keeping the address.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return '';
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return `${parsed.octets.slice(0, 3).join('.')}.0/24`;
  return `${parsed.parts
    .slice(0, 3)
    .map((part) => part.toString(16))
    .join(':')}::/48`;
}

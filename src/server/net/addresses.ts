import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';

type Address = ReturnType<typeof ipaddr.process>;
type Range = [Address, number];

/** What of a private network may be called although nobody outside could: hosts by name, and ranges of addresses. */
export type Allowance = { hosts: ReadonlySet<string>; ranges: readonly Range[] };

export const NOTHING_PRIVATE: Allowance = { hosts: new Set(), ranges: [] };

/** One label after the other, as in a URL. */
const HOST_NAME =
  /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?)*$/;

/**
 * Reads a list of host names, addresses and ranges (`n8n.interno`, `10.0.0.5`, `10.0.0.0/8`). Returns null if one of them
 * is none of these.
 */
export function readAllowance(entries: readonly string[]): Allowance | null {
  const hosts = new Set<string>();
  const ranges: Range[] = [];
  for (const entry of entries.map((given) => given.toLowerCase().replace(/^\[(.*)\]$/, '$1'))) {
    const range = readRange(entry);
    if (range) ranges.push(range);
    else if (HOST_NAME.test(entry) && !/^[\d.]+$/.test(entry)) hosts.add(entry);
    else return null;
  }
  return { hosts, ranges };
}

function readRange(entry: string): Range | null {
  if (ipaddr.isValidCIDR(entry)) return ipaddr.parseCIDR(entry);
  if (!isIP(entry)) return null;
  const address = ipaddr.process(entry);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

/** Global unicast, the only IPv6 addresses that are assigned to anybody (RFC 4291 section 2.4, IANA's registry). */
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3');
/** Azure's address for what only its own machines may ask; it looks like a public one. */
const HOSTS_OWN = '168.63.129.16';

/**
 * Whether anybody on the internet could call this address: not private, link-local, loopback or reserved, also not within
 * an IPv6 address that stands for an IPv4 one, and none of this machine's own.
 */
export function isPublic(text: string): boolean {
  const address = ipaddr.process(text);
  if (address.range() !== 'unicast' || address.toString() === HOSTS_OWN) return false;
  if (address.kind() === 'ipv6' && !isWithin(address, GLOBAL_IPV6)) return false;
  const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return !own.some((one) => ipaddr.process(one.address).toString() === address.toString());
}

/** Whether the operator has allowed this address, or the name that led to it. `host`: as in a URL, without brackets. */
export function isAllowed(host: string, text: string, { hosts, ranges }: Allowance): boolean {
  if (hosts.has(host.toLowerCase().replace(/\.$/, ''))) return true;
  const address = ipaddr.process(text);
  return ranges.some((range) => isWithin(address, range));
}

function isWithin(address: Address, [network, bits]: Range): boolean {
  return address.kind() === network.kind() && address.match(network, bits);
}

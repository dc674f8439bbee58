import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';

type Address = ReturnType<typeof ipaddr.process>;
type Range = [Address, number];

/** Private hosts and address ranges the operator allows calls to. */
export type Allowlist = { hosts: ReadonlySet<string>; ranges: readonly Range[] };

export const NOTHING_PRIVATE: Allowlist = { hosts: new Set(), ranges: [] };

/** Labels as in a URL. */
const HOST_NAME = /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?)*$/;

/** Reads host names, addresses and ranges (`n8n.interno`, `10.0.0.5`, `10.0.0.0/8`); null if an entry is neither. */
export function readAllowance(entries: readonly string[]): Allowlist | null {
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

/** Global unicast, the only IPv6 space assigned to anybody (RFC 4291 section 2.4, IANA's registry). */
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3');
/** Azure's host-only service address, which looks public. */
const HOSTS_OWN = '168.63.129.16';

/**
 * Whether anybody on the internet could call this address: not private, link-local, loopback or reserved (also as an
 * IPv4 address embedded in IPv6), and none of this machine's own.
 */
export function isPublic(text: string): boolean {
  const address = ipaddr.process(text);
  if (address.range() !== 'unicast' || address.toString() === HOSTS_OWN) return false;
  if (address.kind() === 'ipv6' && !isWithin(address, GLOBAL_IPV6)) return false;
  const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return !own.some((one) => ipaddr.process(one.address).toString() === address.toString());
}

/** Whether the operator allowed this address, or the name that led to it. `host` is as in a URL, without brackets. */
export function isAllowed(host: string, text: string, { hosts, ranges }: Allowlist): boolean {
  if (hosts.has(host.toLowerCase().replace(/\.$/, ''))) return true;
  const address = ipaddr.process(text);
  return ranges.some((range) => isWithin(address, range));
}

function isWithin(address: Address, [network, bits]: Range): boolean {
  return address.kind() === network.kind() && address.match(network, bits);
}

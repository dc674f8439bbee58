import { accountStrings } from '~/shared/strings/accounts/accounts';

const { networks } = accountStrings.sessions;

/**
 * A network in words ('desde la red 203.0.113.…'), without guessing a location. Addresses are as the proxies in front
 * of the server report them.
 */
export function describeNetwork(network: string | null): string {
  if (!network) return networks.unknown;
  if (/^127\.|^0:0:0::/.test(network)) return networks.server;
  const shown = network.replace('.0/24', '.…').replace('::/48', ':…');
  const isLocal = /^(10|192\.168|172\.(1[6-9]|2\d|3[01])|169\.254)\.|^f([cd]|e[89ab])/.test(network);
  return isLocal ? networks.local(shown) : networks.internet(shown);
}

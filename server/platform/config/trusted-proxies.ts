import { BlockList, isIP } from 'node:net';

/**
 * Returns true if a proxy has this address. `hop` is the number of proxies between this server and
 * the address, beginning with 0.
 */
export type Trust = (address: string, hop: number) => boolean;

/** Named address ranges for TRUST_PROXY. */
const named: Record<string, string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/** Returns true for a name, an address, or an address range such as `10.0.0.0/8`. */
export function isNetwork(text: string): boolean {
  if (Object.hasOwn(named, text)) return true;
  const [address = '', bits, ...more] = text.split('/');
  const kind = isIP(address);
  if (kind === 0 || more.length > 0) return false;
  // A range of 0 bits contains every address, so every caller could pretend to have any address.
  return (
    bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (kind === 4 ? 32 : 128))
  );
}

function trustNetworks(networks: readonly string[]): Trust {
  const list = new BlockList();
  for (const network of networks.flatMap((name) => named[name] ?? [name])) {
    const [address = '', bits] = network.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    list.addSubnet(address, Number(bits ?? (family === 'ipv6' ? 128 : 32)), family);
  }
  return (address) =>
    isIP(address) !== 0 && list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

/**
 * Returns a function that recognises proxies. If `proxies` is a number, that many of the last
 * addresses in X-Forwarded-For are trusted. Not all addresses there can be trusted, because the
 * client can write the first one.
 */
export function trustedProxies(proxies: false | number | readonly string[]): Trust {
  if (proxies === false) return () => false;
  return typeof proxies === 'number' ? (_address, hop) => hop < proxies : trustNetworks(proxies);
}

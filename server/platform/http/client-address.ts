import type { IncomingMessage } from 'node:http';
import { isIP, type Socket } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { Trust } from '../config/trusted-proxies.ts';
import { remembered } from '../remembered.ts';

/** Returns the /64 prefix of an IPv6 address. This prefix usually belongs to one customer. */
function subnetOf(address: string): string {
  const [head = '', tail] = address.split('::');
  const start = head === '' ? [] : head.split(':');
  const end = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - start.length - end.length);
  const groups = [...start, ...Array<string>(zeros).fill('0'), ...end];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}

/**
 * Returns the address that limits count. If a proxy sends something other than an IP address, this
 * is the address of the proxy.
 */
const countedAs = (named: string, socket: Socket): string =>
  visitorAt(isIP(named) ? named : (socket.remoteAddress ?? ''));

const visitorAt = remembered((named) => {
  const address = named
    .replace(/^::ffff:(?=\d+\.)/i, '')
    .replace(/%.*$/, '')
    .toLowerCase();
  return isIP(address) === 6 ? subnetOf(address) : address;
});

/**
 * Returns the address for limits: an IPv4 address, or the /64 subnet of an IPv6 address. A trusted
 * proxy may specify the address in a header.
 */
export const clientAddress = ({ ip, raw }: Pick<FastifyRequest, 'ip' | 'raw'>): string =>
  countedAs(ip, raw.socket);

/** Returns the same as `clientAddress`, for a request that has not reached Fastify. */
export function rawClientAddress(request: IncomingMessage, trust: Trust): string {
  const { socket, headers } = request;
  const forwarded = String(headers['x-forwarded-for'] ?? '').split(',');
  let address = socket.remoteAddress ?? '';
  for (let hop = 0; forwarded.length > 0 && trust(address, hop); hop += 1) {
    const named = forwarded.pop()?.trim();
    if (!named) break;
    address = named;
  }
  return countedAs(address, socket);
}

/** Returns the IP address at the other end of a connection, which may be the address of a proxy. */
export const socketAddress = (socket: Socket): string => countedAs('', socket);

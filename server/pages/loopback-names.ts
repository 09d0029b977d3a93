const loopbackNames = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Returns `publicUrl` if the visitor has opened the same server under another name of this machine,
 * otherwise null. Cookies belong to one name, and payment pages and mails lead to `publicUrl`, so
 * the visitor would be signed out there.
 * @param host the request's Host header
 */
export function sameMachine(host: string, publicUrl: string): string | null {
  const [opened, wanted] = [`http://${host}`, publicUrl].map((url) => URL.parse(url));
  if (!opened || !wanted || opened.port !== wanted.port) return null;
  const isOther = opened.hostname !== wanted.hostname;
  const isLocal = [opened, wanted].every(({ hostname }) => loopbackNames.includes(hostname));
  return isOther && isLocal && wanted.protocol === 'http:' ? wanted.origin : null;
}

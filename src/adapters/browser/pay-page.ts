import type { OrderPort } from '../../../machines/ports/order.port.ts';
import { PortError } from '../../../machines/ports/port-failure.ts';

/**
 * Leaves for the page of a provider. A page that comes back from the browser's cache answers then, so
 * that its chart goes on; one that is thrown away never hears the answer.
 * @throws PortError unexpected for anything but a web page
 */
export const openPayPage: OrderPort['openPayPage'] = ({ url }, signal) =>
  new Promise((resolve, reject) => {
    if (!/^https?:$/.test(URL.parse(url, location.href)?.protocol ?? '')) {
      reject(new PortError({ reason: 'unexpected', call: 'openPayPage', msg: 'not a web page' }));
      return;
    }
    const back = ({ persisted }: PageTransitionEvent) => {
      if (persisted) resolve();
    };
    addEventListener('pageshow', back);
    signal.addEventListener('abort', () => removeEventListener('pageshow', back));
    location.assign(url);
  });

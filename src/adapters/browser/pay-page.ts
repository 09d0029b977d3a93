import type { OrderPort } from '../../../machines/ports/order.port.ts';
import { PortError } from '../../../machines/ports/port-failure.ts';

/**
 * Opens the provider's payment page in this tab. Resolves only if the browser restores this page
 * from its cache, so that the chart continues.
 * @throws PortError `unexpected` if the URL is not a web page
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

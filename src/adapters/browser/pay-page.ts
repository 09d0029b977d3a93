import type { OrderPort } from '../../../machines/ports/order.port.ts';
import { PortError } from '../../../machines/ports/port-failure.ts';

const refusal = (msg: string) => new PortError({ reason: 'unexpected', call: 'openPayPage', msg });

/**
 * Opens the provider's payment page. In this tab, resolves only if the browser restores this page
 * from its cache, so that the chart continues.
 * @throws PortError `unexpected` if the URL is not a web page, or the browser blocks the new tab
 */
export const openPayPage: OrderPort['openPayPage'] = ({ url, inNewTab }, signal) =>
  new Promise((resolve, reject) => {
    if (!/^https?:$/.test(URL.parse(url, location.href)?.protocol ?? '')) {
      reject(refusal('not a web page'));
      return;
    }
    if (inNewTab) {
      // the feature noopener would hide whether the browser has blocked the tab
      const tab = open(url, '_blank');
      if (tab) tab.opener = null;
      if (tab) resolve();
      else reject(refusal('the browser blocked the tab'));
      return;
    }
    const back = ({ persisted }: PageTransitionEvent) => {
      if (persisted) resolve();
    };
    addEventListener('pageshow', back);
    signal.addEventListener('abort', () => removeEventListener('pageshow', back));
    location.assign(url);
  });

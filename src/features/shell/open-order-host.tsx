import { Suspense } from 'react';
import { selectOpenOrder } from '../../../machines/purchase/purchase.selectors.ts';
import { useChart, useSend } from '../../machine-react/use-chart.ts';
import { useChartAttributes } from '../../machine-react/use-chart-attributes.ts';
import { lazyNote } from '../../ui/lazy-note.ts';

const OpenOrderNote = lazyNote(() => import('./open-order-note.tsx'));

/** Shows an open order on every page (R73). */
export function OpenOrderHost() {
  const order = useChart('purchase', selectOpenOrder);
  const attributes = useChartAttributes('purchase');
  const send = useSend('purchase');
  return (
    <div {...attributes}>
      <Suspense>
        {order && (
          <OpenOrderNote
            order={order}
            onOpen={() => send({ type: 'order.opened', code: order.code, intent: 'look' })}
          />
        )}
      </Suspense>
    </div>
  );
}

import { act, cleanup, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { RawIntlProvider } from 'react-intl';
import { afterEach, vi } from 'vitest';
import type { ChartId, ChartSnapshot } from '../../machines/app/app.machine.ts';
import { createIntl } from '../../src/i18n/intl.ts';
import type { MessageId } from '../../src/i18n/message-id.ts';
import { ProductWordsContext } from '../../src/i18n/product-words.tsx';
import { ActorSystemProvider, createChartSystem } from '../../src/machine-react/chart-system.tsx';
import { compileMessages } from '../build/compile-messages.ts';

/* Renders one component for tests. The charts stay in the given states; the language is English. */

export type Snapshots = { readonly [Id in ChartId]?: ChartSnapshot<Id> };

const intl = createIntl('en', compileMessages('en'));
const words = { product: 'Lightwell', company: 'C', address: 'A', email: 'e@example.com' };

/** Returns an English message without values. */
export const english = (id: MessageId): string => intl.formatMessage({ id });

/** Renders a component. Calls `sent` with the chart and the event for each sent event. */
export async function renderAtRest(component: ReactNode, snapshots: Snapshots = {}) {
  const sent = vi.fn<(chart: string, event: { type: string }) => void>();
  const first = Object.entries(snapshots).map(
    ([chart, snapshot]) => [chart, { snapshot, essential: true }] as const,
  );
  const system = { ...createChartSystem(new Map(first)), send: sent };
  const { container } = await act(async () =>
    render(
      <ActorSystemProvider system={system}>
        <ProductWordsContext value={words}>
          <RawIntlProvider value={intl}>{component}</RawIntlProvider>
        </ProductWordsContext>
      </ActorSystemProvider>,
    ),
  );
  return { container, sent };
}

afterEach(cleanup);

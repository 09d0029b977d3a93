import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { Router } from 'wouter';
import { createActor, type SimulatedClock } from 'xstate';
import { appMachine } from '../../machines/app/app.machine.ts';
import { withPorts } from '../../machines/port-actors.ts';
import type { AppPorts } from '../../machines/ports/app-ports.ts';
import { compileMessages } from '../../tools/build/compile-messages.ts';
import { buildFirstSnapshots } from '../../tools/build/first-snapshots.ts';
import { createMemoryPorts } from '../adapters/memory/memory-ports.ts';
import type { MemoryWorld } from '../adapters/memory/memory-world.ts';
import { createMemoryWorld } from '../adapters/memory/memory-world.ts';
import { Layout } from '../features/shell/layout.tsx';
import { ProductWordsContext } from '../i18n/product-words.tsx';
import { ActorSystemProvider, createChartSystem } from '../machine-react/chart-system.tsx';
import { reviveFirstSnapshots, type SnapshotData } from '../machine-react/first-snapshots.ts';
import { useChartLocation } from './chart-location.ts';
import { CurrentDialog } from './current-dialog.tsx';
import { createDialogPort } from './dialog-port.ts';
import { createDialogStore } from './dialog-store.ts';
import { LanguageProvider } from './language-provider.tsx';

/*
 * A kit for screen tests. It starts the real charts with memory ports, and removes each page after
 * its test.
 */

const data = buildFirstSnapshots() as Record<string, SnapshotData>;
const messages = compileMessages('en');
const words = { product: 'Lightwell', company: 'C', address: 'A', email: 'e@example.com' };
const allowance = { limit: 20, used: 6, resetsAt: '2026-11-21T00:00:00.000Z' };
export const guest = { vipStatus: 0, subscriptionStatus: 0, allowance };
const photo = new File(['x'], 'cat.jpg', { type: 'image/jpeg' });

type Options = {
  path?: string;
  world?: Partial<MemoryWorld>;
  change?: (ports: AppPorts) => void;
  clock?: SimulatedClock;
};

let stop = () => {};

export async function open(
  page: ReactNode,
  { path = '/', world: changes, change, clock }: Options = {},
) {
  const world = createMemoryWorld({ user: guest, messages: () => messages, ...changes });
  const ports = createMemoryPorts(world);
  const dialogs = createDialogStore();
  ports.dialog = createDialogPort(dialogs, () => ports);
  change?.(ports);
  const root = createActor(withPorts(appMachine, ports), {
    id: 'app',
    systemId: 'app',
    input: { path, messages },
    ...(clock ? { clock } : {}),
  });
  const system = createChartSystem(reviveFirstSnapshots(data, { path, locale: 'en', messages }));
  await act(async () => {
    render(
      <ActorSystemProvider system={system}>
        <ProductWordsContext value={words}>
          <LanguageProvider>
            <Router hook={useChartLocation}>
              <Layout dialog={<CurrentDialog dialogs={dialogs} />}>{page}</Layout>
            </Router>
          </LanguageProvider>
        </ProductWordsContext>
      </ActorSystemProvider>,
    );
  });
  await act(async () => {
    root.start();
    system.attach(root);
  });
  stop = () => root.stop();
  return { world, root };
}

export const press = async (name: string | RegExp) => {
  const button = await screen.findByRole('button', { name });
  await act(async () => {
    fireEvent.click(button);
  });
};

export const select = (name: RegExp) =>
  act(async () => {
    fireEvent.click(screen.getByRole('radio', { name }));
  });

export const choosePhoto = (button = 'Choose photos') =>
  act(async () => {
    fireEvent.change(screen.getByLabelText(button), { target: { files: [photo] } });
  });

export const startWithPhoto = async () => {
  await choosePhoto();
  await press(/^Start/);
};

beforeAll(async () => {
  // loads the panels in advance, because these tests check the panels and not the loading of their
  // code
  await import('../features/home/studio-panels.tsx');
  await import('../features/shell/loading-overlay.tsx');
  await import('../features/message-box/message-box.tsx');
  await import('../features/shell/core-rejected-dialog.tsx');
  await import('../ui/toast-view.tsx');
});

beforeEach(() => {
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => {});
});

afterEach(() => {
  stop();
  cleanup();
});

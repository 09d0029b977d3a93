import { act, cleanup, render } from '@testing-library/react';
import { vi } from 'vitest';
import type { DialogsContext } from '../../../machines/dialogs/dialogs.types.ts';
import type { PageName } from '../../../machines/model/pages.ts';
import { retentionWords } from '../../../server/platform/config/retention-words.ts';
import { App } from '../../../src/app/app.tsx';
import { createDialogStore } from '../../../src/app/dialog-store.ts';
import { fillWords } from '../../../src/app/fill-words.ts';
import { createPageStore, type PageStore } from '../../../src/app/page-store.tsx';
import type { LoadPageText } from '../../../src/app/page-texts.ts';
import type { PageText } from '../../../src/i18n/page-text.ts';
import { RetentionContext } from '../../../src/i18n/retention.ts';
import { buildLocaleFiles, compileMessages } from '../../../tools/build/compile-messages.ts';
import { operatorWords, restCharts } from '../page/frame/rest-charts.ts';
import type { GalleryState, RestingSnapshot } from '../page/gallery-data.ts';

/** One state, rendered in English without a browser. Its charts do not run. */
export type MountedState = {
  /** the element of the chart */
  shown: Element;
  /** `chart: event` for each sent event, in order */
  heard: string[];
  unmount: () => void;
};

const locale = 'en';
const messages = compileMessages(locale);
const files = buildLocaleFiles();
const readPageText: LoadPageText = async (language, name) => {
  const text = JSON.parse(files[`${language}/pages/${name}.json`] ?? '') as PageText;
  return fillWords(text, { retention: retentionWords(30)[language] ?? '' });
};
const pages = createPageStore(operatorWords, readPageText);
/**
 * The page behind a dialog is not rendered, because this takes most of the time, and pages have
 * states of their own.
 */
const noPages: PageStore = { ...pages, render: () => null };
const dialogs = createDialogStore();

/** True for charts without an element of their own. Their notes are rendered above the page. */
const isOfShell = (chart: string): boolean => chart === 'app' || chart === 'language';

/** Returns the part of the page that shows the state. Content outside belongs to other states. */
function partOf({ shot, chart }: GalleryState, container: Element): Element | null {
  const dialog = container.querySelector('dialog[open]');
  if (dialog) return dialog;
  // the notes beside the page, which are part of a picture of the window
  const notes = container.querySelector('.shell-notes');
  if (isOfShell(chart) && notes?.textContent) return notes;
  if (typeof shot !== 'string') return container.querySelector(`[data-actor="${shot.element}"]`);
  const own = container.querySelector(`[data-actor="${chart}"]`);
  return own?.closest('main') || own?.querySelector('main') ? null : own;
}

/** State ids, each with true if the state can be shown without its page. */
const stands = new Map<string, boolean>();

/** Writes an event and its values as text. A file or a date becomes its name. */
const toldEvent = ({ type, ...given }: { type: string }): string => {
  const values = Object.entries(given).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return [type, values.length > 0 && `(${values.join(', ')})`].filter(Boolean).join(' ');
};

export async function mountState(
  state: GalleryState,
  resting: Readonly<Record<string, RestingSnapshot>>,
): Promise<MountedState> {
  if (stands.get(state.id) !== false) {
    const mounted = await mountOn(noPages, state, resting);
    const part = partOf(state, mounted.container);
    stands.set(state.id, part !== null);
    if (part) return { shown: part, ...mounted };
    mounted.unmount();
  }
  await pages.prepare({ name: state.page as PageName, locale });
  const mounted = await mountOn(pages, state, resting);
  const { container } = mounted;
  const shown = partOf(state, container) ?? container.querySelector('main') ?? container;
  return { shown, ...mounted };
}

async function mountOn(
  behind: PageStore,
  state: GalleryState,
  resting: Readonly<Record<string, RestingSnapshot>>,
) {
  const { queue = [] } = (resting.dialogs?.context ?? {}) as Partial<DialogsContext>;
  await Promise.all(queue.map(({ kind }) => dialogs.load(kind)));
  history.replaceState(null, '', state.path);
  const atRest = restCharts(resting, { path: state.path, locale, messages });
  const heard: string[] = [];
  const system = {
    ...atRest,
    send: (chart: string, event: { type: string }) => {
      heard.push(`${chart}: ${toldEvent(event)}`);
    },
  };
  const app = (
    <RetentionContext value={retentionWords(30)}>
      <App system={system} words={operatorWords} pages={behind} dialogs={dialogs} />
    </RetentionContext>
  );
  const { container } = await act(async () => render(app));
  // waits until lazy parts are loaded
  await act(async () => vi.dynamicImportSettled());
  return { container, heard, unmount: cleanup };
}

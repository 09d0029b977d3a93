import { act, cleanup, render } from '@testing-library/react';
import { vi } from 'vitest';
import type { DialogsContext } from '../../../machines/dialogs/dialogs.types.ts';
import type { PageName } from '../../../machines/model/pages.ts';
import { retentionWords } from '../../../server/pages/retention-words.ts';
import { App } from '../../../src/app/app.tsx';
import { createDialogStore } from '../../../src/app/dialog-store.ts';
import { createPageStore } from '../../../src/app/page-store.tsx';
import { fillWords, type LoadPageText } from '../../../src/app/page-texts.ts';
import type { PageText } from '../../../src/i18n/page-text.ts';
import { buildLocaleFiles, compileMessages } from '../../build/compile-messages.ts';
import { operatorWords, restCharts } from '../page/frame/rest-charts.ts';
import type { GalleryState, RestingSnapshot } from '../page/gallery-data.ts';

/** A state of the product at rest, in English, without a browser. */
export type MountedState = {
  /** the part that the state is about */
  shown: Element;
  /** `chart: event` of everything that was sent, in order */
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
const dialogs = createDialogStore();

/** What a dialog or the element of a chart covers is another state's. */
function shownOf({ shot }: GalleryState, container: Element): Element {
  const dialog = container.querySelector('dialog[open]');
  const own =
    typeof shot === 'string' ? null : container.querySelector(`[data-actor="${shot.element}"]`);
  return dialog ?? own ?? container.querySelector('main') ?? container;
}

/** Values as JSON; a file or a date as what it is called. */
const toldEvent = ({ type, ...given }: { type: string }): string => {
  const values = Object.entries(given).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return [type, values.length > 0 && `(${values.join(', ')})`].filter(Boolean).join(' ');
};

export async function mountState(
  state: GalleryState,
  resting: Readonly<Record<string, RestingSnapshot>>,
): Promise<MountedState> {
  await pages.prepare({ name: state.page as PageName, locale });
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
  const app = <App system={system} words={operatorWords} pages={pages} dialogs={dialogs} />;
  const { container } = await act(async () => render(app));
  // lazy parts
  await act(async () => vi.dynamicImportSettled());
  return { shown: shownOf(state, container), heard, unmount: cleanup };
}

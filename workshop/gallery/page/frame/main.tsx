import { createRoot } from 'react-dom/client';
import { prerender } from 'react-dom/static.browser';
import type { DialogsContext } from '../../../../machines/dialogs/dialogs.types.ts';
import { localisePath } from '../../../../machines/model/locale.ts';
import type { PageName } from '../../../../machines/model/pages.ts';
import { retentionWords } from '../../../../server/platform/config/retention-words.ts';
import { loadMessages } from '../../../../src/adapters/browser/load-messages.ts';
import { App } from '../../../../src/app/app.tsx';
import { createDialogStore } from '../../../../src/app/dialog-store.ts';
import { createPageStore } from '../../../../src/app/page-store.tsx';
import { RetentionContext } from '../../../../src/i18n/retention.ts';
import '../../../../src/ui/later-styles.ts';
import type { FrameReport, GalleryState, RestingSnapshot } from '../gallery-data.ts';
import { loadFrames, loadStates } from '../load-data.ts';
import { readFrameQuery } from './frame-query.ts';
import { leaveFocusOutside } from './leave-focus.ts';
import { reportOf } from './report.ts';
import { operatorWords, restCharts } from './rest-charts.ts';
import { settle } from './settle.ts';
import { type WatchedMessages, watchMessages } from './watch-messages.ts';

/*
 * Shows one state of the real product. Every chart has the snapshot that the gallery recorded; no
 * actor runs and no call is made. Not part of a production build.
 */
/* A page may scroll itself, but not the gallery around it. */
Element.prototype.scrollIntoView = function scrollOwnWindow(this: Element) {
  const margin = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop);
  const top = this.getBoundingClientRect().top + scrollY - (margin || 0);
  scrollTo({ top, behavior: 'instant' });
};

const faults: string[] = [];
const { error } = console;
console.error = (...said: unknown[]) => {
  faults.push(said.map(String).join(' '));
  error(...said);
};
addEventListener('error', ({ message }) => faults.push(message));
addEventListener('unhandledrejection', ({ reason }) => faults.push(String(reason)));

async function restingCharts({
  id,
  chart,
}: GalleryState): Promise<Record<string, RestingSnapshot>> {
  const { frames, snapshots } = await loadFrames(chart);
  const places = Object.entries(frames[id] ?? {});
  const found = places.map(([name, place]) => [name, snapshots[place]]);
  return Object.fromEntries(found) as Record<string, RestingSnapshot>;
}

async function show(state: GalleryState, container: HTMLElement): Promise<WatchedMessages> {
  const { locale, theme } = readFrameQuery(location.search);
  const { dataset } = document.documentElement;
  dataset.theme = theme;
  document.documentElement.lang = locale;
  const path = localisePath(state.path, locale);
  const name = state.page as PageName;
  // imports the same chunk as the product
  const { fetchPageText } = await import('../../../../src/app/page-texts.ts');
  const pages = createPageStore(
    operatorWords,
    fetchPageText({ apiBaseUrl: '', retention: retentionWords(30) }),
  );
  const dialogs = createDialogStore();
  const [messages, resting] = await Promise.all([
    loadMessages({ locale }, __MESSAGES_VERSION__),
    restingCharts(state),
    pages.prepare({ name, locale }),
  ]);
  const { queue = [] } = (resting.dialogs?.context ?? {}) as Partial<DialogsContext>;
  await Promise.all(queue.map(({ kind }) => dialogs.load(kind)));
  const watched = watchMessages(messages);
  const system = restCharts(resting, { path, locale, messages: watched.messages });
  const app = (
    <RetentionContext value={retentionWords(30)}>
      <App system={system} words={operatorWords} pages={pages} dialogs={dialogs} />
    </RetentionContext>
  );
  // Loads all lazy parts in advance, so that React does not suspend. An error that occurs here
  // occurs again when the page is rendered below.
  await prerender(app, { onError: () => {} }).catch(() => {});
  createRoot(container).render(app);
  return watched;
}

async function open(container: HTMLElement): Promise<FrameReport> {
  const wanted = readFrameQuery(location.search).state;
  const { states } = await loadStates();
  const state = states.find(({ id }) => id === wanted);
  if (!state) {
    container.textContent = `The gallery has no state “${wanted}”.`;
    throw new Error(container.textContent);
  }
  const letFocusIn = leaveFocusOutside();
  const watched = await show(state, container);
  await settle();
  letFocusIn();
  return reportOf(state, watched, faults);
}

const container = document.getElementById('app');
if (!container) throw new Error('gallery-frame.html has no element for the page.');
window.galleryFrame = { settled: open(container) };

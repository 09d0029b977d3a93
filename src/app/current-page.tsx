import { useEffect, useLayoutEffect, useRef } from 'react';
import { selectShownPage } from '../../machines/app/app.selectors.ts';
import { localeOfPath } from '../../machines/model/locale.ts';
import { type PageVisit, placeOf } from '../../machines/model/pages.ts';
import { PageFailed } from '../features/error/page-failed.tsx';
import { useChart } from '../machine-react/use-chart.ts';
import type { PageStore } from './page-store.tsx';
import { useHead } from './use-head.ts';

/**
 * Moves the focus to a new page, like loading a page does. A change of language keeps the focus.
 */
function useFocusOnMove(place: string) {
  const last = useRef(place);
  useEffect(() => {
    const before = last.current;
    last.current = place;
    if (before === place) return;
    document.getElementById('content')?.focus({ preventScroll: true });
  }, [place]);
}

/**
 * Scrolls to the top of a new page, like loading a page does. After back and forward, the browser
 * restores the scroll position.
 */
function useScrollOnMove({ number, move, path }: PageVisit) {
  useLayoutEffect(() => {
    if (number === 0 || move !== 'pushed') return;
    const [, fragment] = path.split('#');
    const target = fragment && document.getElementById(fragment);
    if (target) target.scrollIntoView({ behavior: 'instant' });
    else scrollTo({ top: 0, behavior: 'instant' });
  }, [number, move, path]);
}

export function CurrentPage({ pages }: { pages: PageStore }) {
  const { isMissing, ...page } = useChart('app', selectShownPage);
  const locale = useChart('app', (snapshot) => snapshot.context.locale);
  const text = isMissing
    ? null
    : pages.textOf({ name: page.name, locale: localeOfPath(page.path) });
  useHead(page.name, page.path, text, locale);
  useFocusOnMove(isMissing ? '' : placeOf(page.path));
  useScrollOnMove(page);
  return isMissing ? <PageFailed /> : pages.render(page);
}

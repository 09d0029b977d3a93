import { useEffect, useRef, useState } from 'react';
import { usePathname } from 'wouter/use-browser-location';
import { localisePath, stripLocale } from '../../machines/model/locale.ts';
import { useChart } from '../machine-react/use-chart.ts';
import type { OpenedPage } from './opened-page.ts';
import type { PageStore } from './page-store.tsx';
import { isKnownAddress, matchPage, type PageMatch } from './pages.ts';
import { useHead } from './use-head.ts';

/** The address whose page is on screen: the one before until the next page is loaded. */
function useReadyPath(pages: PageStore, prerenderedAt: string): string {
  const path = usePathname({ ssrPath: prerenderedAt });
  const [shown, setShown] = useState(path);
  const ready = pages.isReady(path);
  useEffect(() => {
    if (ready) {
      setShown(path);
      return;
    }
    let wanted = true;
    pages.prepare(path).then(
      () => wanted && setShown(path),
      (error: unknown) =>
        wanted &&
        setShown(() => {
          throw error;
        }),
    );
    return () => {
      wanted = false;
    };
  }, [pages, path, ready]);
  return ready ? path : shown;
}

/** Moves the focus to a new page, as loading it would; a change of language keeps it. */
function useFocusOnMove(place: string) {
  const last = useRef(place);
  useEffect(() => {
    const before = last.current;
    last.current = place;
    /* '' is the prerendered page before it knows its address. */
    if (before === place || before === '') return;
    document.getElementById('content')?.focus({ preventScroll: true });
  }, [place]);
}

type Props = { pages: PageStore; opened: OpenedPage };

/** A missing or failed page stays what it is until the visitor goes elsewhere. */
function pageAt(path: string, opened: OpenedPage): PageMatch {
  const isPinned = opened.name === 'not-found' || opened.name === 'error';
  const here = localisePath(path, opened.locale);
  const stays = here === opened.prerenderedAt || here === opened.path.replace(/[?#].*$/, '');
  return isPinned && stays ? { name: opened.name, recordId: '' } : matchPage(path);
}

export function CurrentPage({ pages, opened }: Props) {
  const path = useReadyPath(pages, opened.prerenderedAt);
  const match = pageAt(path, opened);
  const address = isKnownAddress(path) ? path : '';
  const locale = useChart('app', (snapshot) => snapshot.context.locale);
  useHead(match, path, pages.textOf(path), locale);
  useFocusOnMove(stripLocale(address));
  return pages.render(match, path, address);
}

import { useEffect, useRef, useState } from 'react';
import { usePathname } from 'wouter/use-browser-location';
import { localisePath, stripLocale } from '../../machines/model/locale.ts';
import { useChart } from '../machine-react/use-chart.ts';
import type { OpenedPage } from './opened-page.ts';
import type { PageStore } from './page-store.tsx';
import { isKnownAddress, matchPage, type PageMatch } from './pages.ts';
import { useHead } from './use-head.ts';

/** The address whose page is on screen: the one before until the next page is loaded. */
function useReadyPath(pages: PageStore, path: string, needsNothing: boolean): string {
  const [shown, setShown] = useState(path);
  const ready = needsNothing || pages.isReady(path);
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

/** A missing or failed page stays what it is, whatever its address, until the visitor goes on. */
function usePinnedPage(path: string, opened: OpenedPage): PageMatch | null {
  const [left, setLeft] = useState(false);
  const here = localisePath(path, opened.locale);
  const isHere = here === opened.prerenderedAt || here === opened.path.replace(/[?#].*$/, '');
  useEffect(() => {
    if (!isHere) setLeft(true);
  }, [isHere]);
  const isPinned = opened.name === 'not-found' || opened.name === 'error';
  return isPinned && isHere && !left ? { name: opened.name, recordId: '' } : null;
}

type Props = { pages: PageStore; opened: OpenedPage };

export function CurrentPage({ pages, opened }: Props) {
  /* The query of an ad is not read here: it would not match the prerendered page. */
  const wanted = usePathname({ ssrPath: opened.prerenderedAt });
  const pinned = usePinnedPage(wanted, opened);
  const path = useReadyPath(pages, wanted, pinned !== null);
  const match = pinned ?? matchPage(path);
  const address = isKnownAddress(path) ? path : '';
  const locale = useChart('app', (snapshot) => snapshot.context.locale);
  useHead(match, path, pinned ? null : pages.textOf(path), locale);
  useFocusOnMove(stripLocale(address));
  return pages.render(match, path, address);
}

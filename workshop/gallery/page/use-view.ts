import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { readView, type View, writeView } from './view.ts';

const readHash = () => location.hash;

function subscribe(onChange: () => void) {
  addEventListener('hashchange', onChange);
  return () => removeEventListener('hashchange', onChange);
}

/** The view in the address, and a function that changes parts of it. */
export function useView(): [View, (change: Partial<View>) => void] {
  const hash = useSyncExternalStore(subscribe, readHash);
  const view = useMemo(() => readView(hash), [hash]);
  const change = useCallback((part: Partial<View>) => {
    const before = readView(location.hash);
    // only opening and closing a state adds a history entry, so that Back closes it
    const isStep = part.open !== undefined && (before.open === '') !== (part.open === '');
    const address = writeView({ ...before, ...part });
    if (isStep) location.hash = address;
    else {
      history.replaceState(null, '', address);
      dispatchEvent(new HashChangeEvent('hashchange'));
    }
  }, []);
  return [view, change];
}

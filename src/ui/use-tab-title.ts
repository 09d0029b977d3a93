import { useEffect, useId } from 'react';

/* The wanted titles by component, the latest one last. All components share one observer,
 * because two observers would undo each other's changes for ever. */
const wanted = new Map<string, string>();
let page = '';
let shown: string | null = null;

function show(): void {
  const words = [...wanted.values()].at(-1) ?? null;
  if (document.title !== shown) page = document.title;
  if (words !== shown || document.title !== words) document.title = words ?? page;
  shown = words;
}

let observer: MutationObserver | null = null;

function want(id: string, words: string | null): void {
  if (words === null) wanted.delete(id);
  else wanted.set(id, words);
  if (wanted.size > 0 || shown !== null) show();
  if (wanted.size === 0) {
    observer?.disconnect();
    observer = null;
  } else if (!observer) {
    observer = new MutationObserver(show);
    observer.observe(document.head, { subtree: true, childList: true, characterData: true });
  }
}

/**
 * Shows `words` as the title of the tab in place of the page's title, until the component is
 * unmounted. If several components set a title, the component mounted last decides.
 */
export function useTabTitle(words: string | null) {
  const id = useId();
  useEffect(() => want(id, words), [id, words]);
  useEffect(() => () => want(id, null), [id]);
}

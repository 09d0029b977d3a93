import { useEffect } from 'react';

/** Shows `words` in the tab instead of the page's title, even if that changes meanwhile. */
export function useTabTitle(words: string | null) {
  useEffect(() => {
    if (words === null) return;
    let page = document.title;
    const show = () => {
      if (document.title === words) return;
      page = document.title;
      document.title = words;
    };
    show();
    const observer = new MutationObserver(show);
    observer.observe(document.head, { subtree: true, childList: true, characterData: true });
    return () => {
      observer.disconnect();
      document.title = page;
    };
  }, [words]);
}

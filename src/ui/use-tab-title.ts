import { useEffect } from 'react';

/** Shows `words` in the tab in place of the page's title, whoever sets that in the meantime. */
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

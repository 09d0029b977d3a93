import { lazy, Suspense } from 'react';
import { nameForBotDetector } from '../../machines/model/browser-name.ts';
import { ErrorPage } from '../features/error/error-page.tsx';

async function isVisitedByBot(): Promise<boolean> {
  try {
    const { isbot } = await import('isbot');
    return isbot(nameForBotDetector(navigator.userAgent));
  } catch {
    // without a connection, the visitor counts as a person, because people must not see an empty
    // page
    return false;
  }
}

/** The content of this address as the server sends it, or null if it cannot be loaded. */
async function loadServedContent(): Promise<Element | null> {
  try {
    const answer = await fetch(location.href, { headers: { accept: 'text/html' } });
    const served = new DOMParser().parseFromString(await answer.text(), 'text/html');
    return answer.ok ? served.getElementById('content') : null;
  } catch {
    return null;
  }
}

/** Bots index the server's content, and never the error page or an empty page. */
async function servedPage() {
  const content = await loadServedContent();
  const fill = (node: HTMLElement | null) => {
    if (content) node?.replaceChildren(...document.importNode(content, true).childNodes);
  };
  return () => <div data-failed ref={fill} />;
}

const ErrorPageForPeople = lazy(async () => ({
  default: (await isVisitedByBot()) ? await servedPage() : ErrorPage,
}));

/** R7: people see the error page if rendering failed; bots never do. */
export function FatalError() {
  return (
    <Suspense fallback={null}>
      <ErrorPageForPeople />
    </Suspense>
  );
}

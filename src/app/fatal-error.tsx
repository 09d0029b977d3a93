import { lazy, Suspense } from 'react';
import { nameForBotDetector } from '../../machines/model/browser-name.ts';
import { ErrorPage } from '../features/error/error-page.tsx';

async function isVisitedByBot(): Promise<boolean> {
  try {
    const { isbot } = await import('isbot');
    return isbot(nameForBotDetector(navigator.userAgent));
  } catch {
    // without a connection, the visitor counts as a person, because a person must not see an empty
    // page
    return false;
  }
}

/**
 * Returns the content of this address as the server sends it, or null if the content cannot be
 * loaded.
 */
async function loadServedContent(): Promise<Element | null> {
  try {
    const answer = await fetch(location.href, { headers: { accept: 'text/html' } });
    const served = new DOMParser().parseFromString(await answer.text(), 'text/html');
    return answer.ok ? served.getElementById('content') : null;
  } catch {
    return null;
  }
}

/**
 * Shows the server's content to bots, so that they index neither the error page nor an empty page.
 */
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

/** Shows the error page to people if rendering failed. Bots never see the error page (R7). */
export function FatalError() {
  return (
    <Suspense fallback={null}>
      <ErrorPageForPeople />
    </Suspense>
  );
}

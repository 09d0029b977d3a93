import { lazy, Suspense } from 'react';
import { nameForBotDetector } from '../../machines/model/browser-name.ts';
import { ErrorPage } from '../features/error/error-page.tsx';

async function isVisitedByBot(): Promise<boolean> {
  try {
    const { isbot } = await import('isbot');
    return isbot(nameForBotDetector(navigator.userAgent));
  } catch {
    // without a connection nobody can tell, and people must not see an empty page
    return false;
  }
}

/** Nothing to see or read; tests wait for it. */
const NothingForBots = () => <div hidden data-failed />;

const ErrorPageForPeople = lazy(async () => ({
  default: (await isVisitedByBot()) ? NothingForBots : ErrorPage,
}));

/** R7: people see the error page where something could not be rendered; bots see nothing there. */
export function FatalError() {
  return (
    <Suspense fallback={null}>
      <ErrorPageForPeople />
    </Suspense>
  );
}

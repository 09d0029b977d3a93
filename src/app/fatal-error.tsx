import { lazy, Suspense } from 'react';
import { ErrorPage } from '../features/error/error-page.tsx';

/** A headless browser is a bot only when its name says so (decision 0122). */
async function isVisitedByBot(): Promise<boolean> {
  try {
    const { isbot } = await import('isbot');
    return isbot(navigator.userAgent.replace('HeadlessChrome', 'Chrome'));
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

import { type ComponentType, lazy } from 'react';

/** What is said at the edge of a page, loaded when it is; without a connection it is missing, and the page stays. */
export const lazyNote = <Props>(load: () => Promise<{ default: ComponentType<Props> }>) =>
  lazy(() => load().catch((): { default: ComponentType<Props> } => ({ default: () => null })));

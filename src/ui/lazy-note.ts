import { type ComponentType, lazy } from 'react';

/**
 * Returns a component for a note at the edge of a page. The code of the note loads when the note is
 * shown. If loading fails, no note appears, and the page stays unchanged.
 */
export const lazyNote = <Props>(load: () => Promise<{ default: ComponentType<Props> }>) =>
  lazy(() => load().catch((): { default: ComponentType<Props> } => ({ default: () => null })));

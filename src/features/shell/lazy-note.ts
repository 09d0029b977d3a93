import { type ComponentType, lazy } from 'react';

/**
 * A note at the edge of a page whose code loads when the note is shown. If loading fails, the note
 * is missing, and the page is unchanged.
 */
export const lazyNote = <Props>(load: () => Promise<{ default: ComponentType<Props> }>) =>
  lazy(() => load().catch((): { default: ComponentType<Props> } => ({ default: () => null })));

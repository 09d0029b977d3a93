import { createContext, use, useSyncExternalStore } from 'react';
import type { InspectorStore } from './inspector-store.ts';

const StoreContext = createContext<InspectorStore | null>(null);

export const InspectorProvider = StoreContext.Provider;

/** Returns the store and renders the component after each change, at most 25 times a second. */
export function useInspector(): InspectorStore {
  const store = use(StoreContext);
  if (!store) throw new Error('The inspector can only be read below InspectorProvider.');
  useSyncExternalStore(store.subscribe, store.revision);
  return store;
}

/**
 * A version that changes with the messages of any language. It is part of the messages' URL
 * (vite.config.ts).
 */
declare const __MESSAGES_VERSION__: string;

/** False in production builds. Such a build contains no code of `src/devtools`. */
declare const __DEVTOOLS__: boolean;

declare module 'virtual:first-snapshots' {
  const data: Record<string, import('../machine-react/first-snapshots.ts').SnapshotData>;
  export default data;
}

declare module 'virtual:wire-table' {
  const wire: import('../adapters/http/wire-table.ts').WirePart;
  export default wire;
}

declare module 'virtual:later-wire-table' {
  const wire: import('../adapters/http/wire-table.ts').WirePart;
  export default wire;
}

declare module 'virtual:gallery-states' {
  const data: {
    states: readonly import('./gallery-data.ts').GalleryState[];
    problems: readonly string[];
  };
  export default data;
}

declare module 'virtual:gallery-frames' {
  /** by chart */
  const load: Readonly<
    Record<string, () => Promise<{ default: import('./gallery-data.ts').GalleryFrames }>>
  >;
  export default load;
}

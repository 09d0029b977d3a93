declare module 'virtual:gallery-states' {
  const data: {
    states: readonly import('./gallery-data.ts').GalleryState[];
    problems: readonly string[];
  };
  export default data;
}

declare module 'virtual:gallery-frames' {
  const frames: import('./gallery-data.ts').GalleryFrames;
  export default frames;
}

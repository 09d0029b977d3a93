export type GuideInput = { path: string };

export type GuideEvent = { type: 'guide.finished' };

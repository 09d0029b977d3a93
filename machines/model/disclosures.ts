/** What a paragraph of the privacy policy is about: it stands there only where it is true. */
export type Disclosure =
  /** no outside service is configured */
  | 'untracked'
  /** at least one is */
  | 'tracked'
  | 'amplitude'
  | 'google'
  /** an advertising network is */
  | 'advertising'
  | 'meta'
  | 'tiktok';

/** Of the runtime configuration. */
type Trackers = {
  amplitude?: object | undefined;
  gaId?: string | undefined;
  metaPixelId?: string | undefined;
  tiktokPixelId?: string | undefined;
};

/** What the privacy policy of a product with these services has to say. */
export function disclosuresOf(trackers: Trackers = {}): readonly Disclosure[] {
  const { amplitude, gaId, metaPixelId, tiktokPixelId } = trackers;
  const isAdvertising = metaPixelId !== undefined || tiktokPixelId !== undefined;
  const services: Disclosure[] = [
    ...(amplitude ? (['amplitude'] as const) : []),
    ...(gaId ? (['google'] as const) : []),
    ...(isAdvertising ? (['advertising'] as const) : []),
    ...(metaPixelId ? (['meta'] as const) : []),
    ...(tiktokPixelId ? (['tiktok'] as const) : []),
  ];
  return services.length === 0 ? ['untracked'] : ['tracked', ...services];
}

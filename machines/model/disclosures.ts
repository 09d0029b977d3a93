/**
 * A topic of the privacy policy. The paragraph about a topic is shown only if the configuration
 * needs the topic.
 */
export type Disclosure =
  /** no outside service is configured */
  | 'untracked'
  /** at least one outside service is configured */
  | 'tracked'
  | 'amplitude'
  | 'google'
  /** an advertising network is configured */
  | 'advertising'
  | 'meta'
  | 'tiktok';

type Trackers = {
  amplitude?: object | undefined;
  gaId?: string | undefined;
  metaPixelId?: string | undefined;
  tiktokPixelId?: string | undefined;
};

/** Returns the topics that the privacy policy needs for these outside services. */
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

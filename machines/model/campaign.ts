/** The campaign parameters of R14, in the order of that requirement. */
export const campaignParameters = [
  'utm_source',
  'utm_term',
  'gclid',
  'wbraid',
  'gbraid',
  'campaignid',
  'adgroupid',
  'feeditemid',
  'targetid',
  'device',
  'creative',
  'keyword',
  'channel',
  'country',
  'abTest',
] as const;

export type Campaign = Partial<Record<(typeof campaignParameters)[number], string>>;

const longestValue = 500;

const decode = (text: string): string | null => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return null;
  }
};

/**
 * Returns the campaign parameters of a query string. If a parameter is repeated, its first value
 * counts. Empty and undecodable values are left out, so that a visit without parameters does not
 * overwrite an earlier campaign.
 */
const pickCampaign = (search: string): Campaign => {
  const found: Campaign = {};
  for (const pair of search.replace(/^\?/, '').split('&')) {
    const [rawName = '', ...rest] = pair.split('=');
    const name = campaignParameters.find((known) => known === decode(rawName));
    const value = decode(rest.join('='));
    if (name && value && !(name in found)) found[name] = value.slice(0, longestValue);
  }
  return found;
};

export const campaignOfPath = (path: string): Campaign =>
  pickCampaign((path.split('#')[0] ?? '').replace(/^[^?]*/, ''));

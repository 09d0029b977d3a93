import type { RuntimeConfig } from '../../contract/runtime-config.ts';
import { disclosuresOf } from '../../machines/model/disclosures.ts';
import { onlyTrue } from '../i18n/only-true.ts';
import type { PageText } from '../i18n/page-text.ts';
import type { PageFolder } from './page-files.ts';

type Trackers = NonNullable<RuntimeConfig['trackers']>;

export async function fetchTrackedText(
  read: (folder: PageFolder) => Promise<PageText>,
  trackers: Trackers,
): Promise<PageText> {
  return onlyTrue(await read('tracked-pages'), disclosuresOf(trackers));
}

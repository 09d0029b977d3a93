/// <reference path="./build-constants.d.ts" />
import type { RuntimeConfig } from '../../contract/runtime-config.ts';
import { disclosuresOf } from '../../machines/model/disclosures.ts';
import type { Locale } from '../../machines/model/locale.ts';
import type { ContentPageName } from '../../machines/model/pages.ts';
import { onlyTrue } from '../i18n/only-true.ts';
import type { PageText } from '../i18n/page-text.ts';
import { readPageText } from './page-texts.ts';

type Trackers = NonNullable<RuntimeConfig['trackers']>;

/** The text of a page that says something else where outside services are configured. */
export async function fetchTrackedText(
  locale: Locale,
  name: ContentPageName,
  trackers: Trackers,
): Promise<PageText> {
  return onlyTrue(await readPageText(locale, name, 'tracked-pages'), disclosuresOf(trackers));
}

import type { Locale } from '../../../machines/model/locale.ts';
import type { Messages } from '../../../machines/model/message.ts';
import type { CancelSignal } from '../../../machines/ports/port.ts';
import { PortError } from '../../../machines/ports/port-failure.ts';
import { toAbortSignal } from '../abort-signal.ts';

/**
 * Returns the path of a file with messages. `version` changes with every build, so that the 24 h
 * cache (R5) never mixes two builds.
 */
const messagesPath = (locale: Locale, file: MessagesFile, version: string) =>
  `/_i18n/${locale}/${file}.json?v=${version}`;

/**
 * The files with all messages of a language, or with a part of them
 * (tools/build/compile-messages.ts).
 */
type MessagesFile = 'messages' | 'first-messages' | 'later-messages';

/** Loads messages that were compiled to ICU syntax trees: GET /_i18n/{locale}/{file}.json. */
export async function loadMessages(
  { locale, file = 'messages' }: { locale: Locale; file?: MessagesFile },
  version: string,
  signal?: CancelSignal,
): Promise<Messages> {
  const call = 'messages';
  let response: Response;
  try {
    response = await fetch(
      messagesPath(locale, file, version),
      signal ? { signal: toAbortSignal(signal) } : {},
    );
  } catch (cause) {
    throw new PortError({ reason: signal?.aborted ? 'cancelled' : 'offline', call }, { cause });
  }
  if (!response.ok) {
    throw new PortError({ reason: 'server', msg: `HTTP ${response.status}`, call });
  }
  try {
    return (await response.json()) as Messages;
  } catch (cause) {
    throw new PortError({ reason: 'server', msg: 'unreadable', call }, { cause });
  }
}

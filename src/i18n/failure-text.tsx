import { type Failure, failureWords } from './failure-words.ts';
import type { MessageId } from './message-id.ts';
import { useText } from './text.tsx';

/** Shows the id of a failure, which the operator finds in the server's log. */
export function ErrorId({ id }: { id: string | null | undefined }) {
  const t = useText();
  return id && <small className="error-id">{t('failure.id', { id })}</small>;
}

type Props = {
  failure: Failure;
  /** replaces the message of the failure */
  words?: MessageId | undefined;
};

/** Shows the message for a failed call, and the error id of a failure of the server. */
export function FailureText({ failure, words = failureWords(failure) }: Props) {
  const t = useText();
  return (
    <>
      {t(words)}
      <ErrorId id={failure.errorId} />
    </>
  );
}

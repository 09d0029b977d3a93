import {
  selectEnding,
  selectSessions,
  selectSessionsFailure,
  selectSessionsView,
} from '../../../machines/account/account.selectors.ts';
import type { OwnSession } from '../../../machines/model/own-account.ts';
import { useText } from '../../i18n/text.tsx';
import { usePageChart, useSend } from '../../machine-react/use-chart.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { PassingButton } from '../../ui/passing-button.tsx';
import { AccountFailure, FoldedSection } from './account-section.tsx';

function SessionRow({ session, ending }: { session: OwnSession; ending: string | null }) {
  const t = useText();
  const send = useSend('account');
  const device = session.device === '' ? t('account.sessions.unknown') : session.device;
  const isEnding = ending === session.id || (ending === 'others' && !session.isCurrent);
  return (
    <li className="account-session" aria-busy={isEnding}>
      <div>
        <strong>{device}</strong>
        <p>{t('account.sessions.lastSeen', { at: new Date(session.lastSeenAt) })}</p>
      </div>
      {session.isCurrent ? (
        <Chip tone="good">{t('account.sessions.this')}</Chip>
      ) : (
        <PassingButton
          aria-label={isEnding ? undefined : t('account.sessions.endOf', { device })}
          aria-disabled={ending !== null}
          onClick={() => send({ type: 'session.ended', id: session.id })}
        >
          {isEnding && <span className="spinner" />}
          {t(isEnding ? 'account.sessions.ending' : 'account.sessions.end')}
        </PassingButton>
      )}
    </li>
  );
}

function Listed() {
  const t = useText();
  const sessions = usePageChart('account', selectSessions) ?? [];
  const ending = usePageChart('account', selectEnding);
  const failure = usePageChart('account', selectSessionsFailure);
  const send = useSend('account');
  return (
    <>
      <ul className="account-sessions">
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} ending={ending} />
        ))}
      </ul>
      <div role="status">
        {failure && <AccountFailure title="account.sessions.notEnded" failure={failure} />}
      </div>
      {sessions.some(({ isCurrent }) => !isCurrent) && (
        <PassingButton
          aria-disabled={ending !== null}
          onClick={() => send({ type: 'otherSessions.ended' })}
        >
          {t('account.sessions.endOthers')}
        </PassingButton>
      )}
    </>
  );
}

function Failed() {
  const t = useText();
  const failure = usePageChart('account', selectSessionsFailure);
  const send = useSend('account');
  return (
    <AccountFailure
      title="account.sessions.failed"
      failure={failure}
      actions={
        <Button onClick={() => send({ type: 'sessions.retried' })}>{t('failure.retry')}</Button>
      }
    />
  );
}

/** Shows the user's sessions. The user can end every session except the current one. */
export function SessionsSection() {
  const t = useText();
  const view = usePageChart('account', selectSessionsView) ?? 'loading';
  return (
    <FoldedSection title="account.sessions.title" lead={t('account.sessions.lead')}>
      {view === 'loading' && (
        <p role="status" className="account-waiting">
          <span className="spinner" />
          {t('account.sessions.loading')}
        </p>
      )}
      {view === 'failed' && <Failed />}
      {view === 'listed' && <Listed />}
    </FoldedSection>
  );
}

import '../../ui/tokens.css';
import '../../ui/base.css';
import './shell.css';
import type { ReactNode } from 'react';
import { Text } from '../../i18n/text.tsx';
import { useChartAttributes } from '../../machine-react/use-chart-attributes.ts';
import { ConnectionNote } from './connection-note.tsx';
import { ConsentHost } from './consent-host.tsx';
import { CoreRejectedHost } from './core-rejected-host.tsx';
import { LanguageNote } from './language-note.tsx';
import { NavigationNote } from './navigation-note.tsx';
import { OpenOrderHost } from './open-order-host.tsx';
import { OverlayHost } from './overlay-host.tsx';
import { ReloadHost } from './reload-host.tsx';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';
import { TabTitle } from './tab-title.tsx';
import { ToastHost } from './toast-host.tsx';

type Props = {
  children: ReactNode;
  dialog?: ReactNode;
};

/** Renders the parts that surround every page (R3). */
export function Layout({ children, dialog }: Props) {
  return (
    <div className="shell" {...useChartAttributes('app')}>
      <a className="skip-link" href="#content">
        <Text id="nav.skip" />
      </a>
      <SiteHeader />
      <div className="page shell-notes" role="status">
        <ConnectionNote />
        <LanguageNote />
        <NavigationNote />
        <OpenOrderHost />
        <ReloadHost />
      </div>
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      <SiteFooter />
      <ConsentHost />
      <OverlayHost />
      <CoreRejectedHost />
      {dialog}
      <ToastHost />
      <TabTitle />
    </div>
  );
}

import { AddressSection, PasswordSection } from './access-sections.tsx';
import { CreditsSection } from './credits-section.tsx';
import { ClockSection, CopySection, DeletionSection, SignOutSection } from './data-sections.tsx';
import { MailsSection } from './mails-section.tsx';
import { SessionsSection } from './sessions-section.tsx';

/** Shows the sections of the account page. Those that are rarely needed are folded. */
const AccountSections = () => (
  <>
    <CreditsSection />
    <AddressSection />
    <div className="account-folded">
      <MailsSection />
      <PasswordSection />
      <SessionsSection />
      <ClockSection />
      <CopySection />
      <DeletionSection />
    </div>
    <SignOutSection />
  </>
);

export default AccountSections;

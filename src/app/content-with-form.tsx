import type { ReactNode } from 'react';
import type { ContentPageName } from '../../machines/model/pages.ts';
import { ContactForm } from '../features/contact/contact-form.tsx';
import { ContentPage } from '../features/content/content-page.tsx';
import { PlanPanel } from '../features/subscription/plan-panel.tsx';
import { UnsubscribeForm } from '../features/unsubscribe/unsubscribe-form.tsx';
import type { PageText } from '../i18n/page-text.ts';

const forms: Partial<Record<ContentPageName, () => ReactNode>> = {
  'contact-us': () => <ContactForm />,
  'manage-membership-plan': () => <PlanPanel />,
  unsubscribe: () => <UnsubscribeForm />,
};

/** A content page with the form that belongs to it: features do not know each other. */
export const ContentWithForm = ({ page, name }: { page: PageText; name: ContentPageName }) => (
  <ContentPage page={page} name={name} form={forms[name]?.()} />
);

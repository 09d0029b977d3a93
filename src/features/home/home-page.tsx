import './home.css';
import { Text } from '../../i18n/text.tsx';
import { HomeSections } from './home-sections.tsx';
import { Studio } from './studio.tsx';

export function HomePage() {
  return (
    <>
      <div className="page home-intro">
        <h1>
          <Text id="home.title" />
        </h1>
        <p className="lead">
          <Text id="home.lead" />
        </p>
      </div>
      <Studio />
      <HomeSections />
    </>
  );
}

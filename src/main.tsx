import { startApp } from './app/start-app.tsx';

const container = document.getElementById('app');
if (container) await startApp(document, container);

import './boot/boot.css';
import { startApp } from './app/start-app.tsx';

const container = document.getElementById('app');
// not awaited: a page that fails to start is no reason for the boot to load this again
if (container) void startApp(document, container);

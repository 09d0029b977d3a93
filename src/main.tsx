import './boot/boot.css';
import { startPage } from './app/start-page.ts';

// not awaited: if starting the page failed here, the boot would load this module again
void startPage(document);

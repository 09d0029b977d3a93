import './boot/boot.css';
import { startPage } from './app/start-page.ts';

// not awaited, because the boot would load this module again if starting the page failed
void startPage(document);

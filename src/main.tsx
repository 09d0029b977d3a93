import './boot/boot.css';
import { startPage } from './app/start-page.ts';

// not awaited, because an error of this module would make the boot load it again
void startPage(document);

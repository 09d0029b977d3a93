/* Styles that no page needs before its charts run. They load with the charts' code. */
import './chip.css';
import './notice.css';
import './toast-view.css';

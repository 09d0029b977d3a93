/* Imports the styles that no page needs before its charts run. These styles load with the code
 * of the charts. */
import './chip.css';
import './notice.css';
import './toast-view.css';

/** How bad an alert is. */
import type { AlertView } from '@larder/contracts/alerts.js';

const labels: Record<AlertView['severity'], string> = { high: 'High', medium: 'Medium', low: 'Low' };

export const SeverityTag = ({ severity }: { severity: AlertView['severity'] }) => <span className={`pill ${severity}`}>{labels[severity]}</span>;

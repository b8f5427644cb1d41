/** Whether an invoice is paid, in a word and a colour. */
import type { Invoice } from '@larder/contracts/identity/billing.js';

const words: Record<Invoice['status'], { label: string; pill: string }> = {
  paid: { label: 'Paid', pill: 'good' }, open: { label: 'Open', pill: 'medium' }, void: { label: 'Void', pill: 'plain' }, uncollectible: { label: 'Unpaid', pill: 'high' },
};

export const InvoiceStatus = ({ status }: Pick<Invoice, 'status'>) => <span className={`pill ${words[status].pill}`}>{words[status].label}</span>;

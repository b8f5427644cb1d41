/** For tests: Stripe's signed messages, which come at once, later, twice, in another order or never. */
import Stripe from 'stripe';
import type { DoubleCheckout, DoubleDispute, DoubleRefund } from './stripe-account.testing.js';

interface Message {
  id: string;
  body: string;
}

export class StripeMessages {
  /** Where they go; nowhere while empty. */
  url = '';
  /** `keep`: until {@link deliver} is called. */
  mode: 'send' | 'keep' | 'drop' = 'send';
  private kept: Message[] = [];
  private sent = 0;
  /** Copies of each; two are not unheard of. */
  copies = 1;

  constructor(private readonly secret: string, private readonly now: () => number) {}

  async tell(type: 'checkout.session.completed' | 'checkout.session.expired' | 'refund.failed' | `charge.dispute.${'created' | 'closed' | 'funds_withdrawn' | 'funds_reinstated'}`, about: DoubleCheckout | DoubleRefund | DoubleDispute): Promise<void> {
    const id = `evt_double${String(++this.sent).padStart(6, '0')}`;
    const message = { id, body: JSON.stringify({ id, object: 'event', type, created: this.now(), data: { object: about } }) };
    if (this.mode === 'drop') return;
    if (this.mode === 'keep') return void this.kept.push(message);
    await this.send(message);
  }

  /** Everything that was kept, or was not taken when it was sent; answers how many went out. */
  async deliver({ reversed = false } = {}): Promise<number> {
    const messages = reversed ? this.kept.reverse() : this.kept;
    this.kept = [];
    for (const message of messages) await this.send(message);
    return messages.length;
  }

  private async send(message: Message): Promise<void> {
    for (let copy = 0; copy < this.copies; copy++) if (!(await this.post(message))) return void this.kept.push(message); // as Stripe does: again, later
  }

  private async post({ body }: Message): Promise<boolean> {
    const signature = Stripe.webhooks.generateTestHeaderString({ payload: body, secret: this.secret });
    try {
      return (await fetch(this.url, { method: 'POST', body, headers: { 'content-type': 'application/json', 'stripe-signature': signature } })).ok;
    } catch {
      return false;
    }
  }
}

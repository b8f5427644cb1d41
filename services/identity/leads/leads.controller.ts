/** Keeps what visitors of the public pages leave with us. */
import { Controller, Inject } from '@nestjs/common';
import { troubled } from '@larder/contracts/identity.js';
import { captureLead } from '@larder/contracts/identity/leads.js';
import { isRefusal, type Refusal } from '@larder/contracts/reply.js';
import type { In, Out } from '@larder/contracts/request.js';
import type { Asked } from '@larder/kit/bus/ask.js';
import { networkOf } from '@larder/kit/http/network.js';
import { causeOf, Kit } from '@larder/kit/kit.js';
import { Answers } from '@larder/kit/bus/nest-bus.js';
import { lead, leadKey } from './lead.js';
import { Guesses } from '../secrets/guesses.js';
import { VAULT, type Vault } from '../secrets/vault.js';

/** Leads belong to no organization. */
const LEADS = 'leads';

@Controller()
export class LeadsController {
  constructor(private readonly kit: Kit, private readonly guesses: Guesses, @Inject(VAULT) private readonly vault: Vault) {}

  @Answers(captureLead)
  async capture(given: In<typeof captureLead>, asked: Asked): Promise<Out<typeof captureLead> | Refusal> {
    if (asked.from && !(await this.guesses.note(`leads ${networkOf(asked.from.address)}`))) return troubled('LimitExceeded');
    // Addresses are one whatever their case; fields come in the schema's order, so equal answers are equal texts.
    const told = { ...given, email: given.email.toLowerCase() };
    const leadId = this.vault.fingerprint(told.email);
    const text = JSON.stringify(told);
    const captured = { leadId, digest: this.vault.fingerprint(text), lead: await this.vault.seal(leadKey(leadId), text) };
    const done = await this.kit.handle(lead, leadId, { type: 'CaptureLead', captured }, causeOf(asked, LEADS));
    return isRefusal(done) ? done : { stored: true };
  }
}

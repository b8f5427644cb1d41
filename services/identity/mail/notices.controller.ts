/** For other services: e-mails to members and addresses, proofs for the links in them, and sealing what must not lie open in their facts. */
import { createHash } from 'node:crypto';
import { Controller, Inject } from '@nestjs/common';
import { checkLink, openTexts, proveLink, sealTexts, sendNotice, sendsMail } from '@larder/contracts/identity.js';
import { refuse, type Refusal } from '@larder/contracts/reply.js';
import type { In, Out } from '@larder/contracts/request.js';
import { Kit } from '@larder/kit/kit.js';
import { Answers } from '@larder/kit/bus/nest-bus.js';
import { hello, letter } from './mail-texts.js';
import { MAILER, NO_MAILER, type Mailer } from './mailer.js';
import { WaitingMails } from './waiting-mails.js';
import { People } from '../people.js';
import { Teams } from '../teams.js';
import { isSame, proofOf } from '../secrets/codes.js';
import { VAULT, type Vault } from '../secrets/vault.js';

/** Sealed under this name: what an organization keeps for itself. */
const keyOf = (account: string): string => `organization ${account}`;

@Controller()
export class NoticesController {
  constructor(private readonly kit: Kit, private readonly people: People, private readonly teams: Teams, private readonly waiting: WaitingMails, @Inject(VAULT) private readonly vault: Vault, @Inject(MAILER) private readonly mailer: Mailer) {}

  @Answers(sendNotice)
  async send({ id, account, to, subject, lines, link, wording, closing, orLater }: In<typeof sendNotice>): Promise<Out<typeof sendNotice> | Refusal> {
    const addressee = 'userId' in to ? await this.member(account, to.userId) : { person: keyOf(account), email: to.address, name: '' };
    if (!addressee) return refuse('NOT_FOUND', 'This person is no member any more');
    const { name: organization = 'your organization' } = (await this.teams.state(account)).created ?? {};
    const content = letter({
      subject, greeting: wording?.greeting ?? hello(addressee.name), lines, ...(wording && { wording }), closing: closing ?? `Sent for ${organization}, whose administrators choose who is told.`,
      ...(link && { button: { label: link.label, url: `${this.kit.settings.PUBLIC_URL ?? `http://localhost:${this.kit.settings.PORT}`}${link.path}` } }),
    });
    const mail = { id: createHash('sha256').update(`${account}\n${id}`).digest('hex').slice(0, 32), person: addressee.person, to: addressee.email, ...content };
    try {
      return (await this.mailer.send(mail)) === 'accepted' ? { state: 'sent' } : refuse('BAD_INPUT', this.mailer === NO_MAILER ? 'No e-mails can be sent from here' : 'The mail server does not take e-mails for this address');
    } catch (error) {
      this.kit.log.warn({ err: error }, 'the mail server does not take an e-mail now');
      if (!orLater) return refuse('UNAVAILABLE', 'The mail server does not take e-mails right now');
      await this.waiting.keep(mail);
      return { state: 'waiting' };
    }
  }

  @Answers(sendsMail)
  async sends(): Promise<Out<typeof sendsMail>> {
    return { sends: this.mailer !== NO_MAILER };
  }

  @Answers(sealTexts)
  async seal({ account, texts }: In<typeof sealTexts>): Promise<Out<typeof sealTexts>> {
    return { sealed: await Promise.all(texts.map((text) => this.vault.seal(keyOf(account), text))) };
  }

  @Answers(openTexts)
  async open({ account, sealed }: In<typeof openTexts>): Promise<Out<typeof openTexts>> {
    return { texts: await Promise.all(sealed.map(async (one) => (await this.vault.open(keyOf(account), one)) ?? null)) };
  }

  @Answers(proveLink)
  async prove({ about }: In<typeof proveLink>): Promise<Out<typeof proveLink>> {
    return { proof: proofOf(this.vault, about) };
  }

  @Answers(checkLink)
  async check({ about, proof }: In<typeof checkLink>): Promise<Out<typeof checkLink>> {
    return { isRight: isSame(proof, proofOf(this.vault, about)) };
  }

  private async member(account: string, userId: string): Promise<{ person: string; email: string; name: string } | undefined> {
    const { members } = await this.teams.state(account);
    const shown = members[userId] && (await this.people.show(userId));
    return shown ? { person: userId, email: shown.email, name: shown.firstName } : undefined;
  }
}

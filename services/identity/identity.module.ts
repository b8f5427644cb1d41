/** Identity: people, organizations, tokens. */
import { Inject, Module, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { plainAddress } from '@larder/kit/http/network.js';
import { Kit } from '@larder/kit/kit.js';
import { Addresses } from './addresses.js';
import { ApiKeysController } from './api-keys.controller.js';
import { BillingController } from './billing/billing.controller.js';
import { BILLING, type Billing } from './billing/providers/billing.js';
import { billingDeadlines } from './billing/billing-deadlines.js';
import { BillingLetters } from './billing/billing-letters.js';
import { openLocalBilling } from './billing/providers/local/local-billing.js';
import { bankDays, TestPagesController } from './billing/providers/local/test-pages.controller.js';
import { Subscriptions } from './billing/subscriptions.js';
import { customerView, subscriptionView } from './billing/subscription-view.js';
import { Cognito } from './cognito.js';
import { AMZ_JSON, CognitoController } from './cognito.controller.js';
import { Guesses } from './secrets/guesses.js';
import { Externals } from './externals.js';
import { Hosted } from './hosted/hosted.js';
import { HostedInteractions } from './hosted/hosted-interactions.js';
import { InvitationsController } from './invitations.controller.js';
import { LeadsController } from './leads/leads.controller.js';
import { Leaving } from './leaving.js';
import { Letters } from './mail/letters.js';
import { MailboxController } from './mail/mailbox.controller.js';
import { Counted, MAILER, NO_MAILER, Outbox, SentOnce, type Mailer } from './mail/mailer.js';
import { membershipView, PEOPLE } from './membership-view.js';
import { WaitingMails } from './mail/waiting-mails.js';
import { NoticesController } from './mail/notices.controller.js';
import { openPasses, openVault, refuseLostLog } from './secrets/keep.js';
import { OneByOne } from './secrets/one-by-one.js';
import { PASSES, type Passes } from './secrets/passes.js';
import { SealingAnew } from './secrets/sealing-anew.js';
import { People } from './people.js';
import { ProfileController } from './profile.controller.js';
import { SignInController } from './sign-in.controller.js';
import { SecondFactors } from './second-factors.js';
import { SignIns } from './sign-ins.js';
import { Providers } from './single-sign-on/providers.js';
import { SingleSignOn } from './single-sign-on/single-sign-on.js';
import { SingleSignOnController } from './single-sign-on/single-sign-on.controller.js';
import { TeamController } from './team.controller.js';
import { Teams } from './teams.js';
import { Tokens } from './secrets/tokens.js';
import { VAULT, type Vault } from './secrets/vault.js';

const HOUR_MS = 3_600_000;

async function openVaultOfLog(kit: Kit): Promise<Vault> {
  const vault = await openVault(kit.settings);
  if (await kit.hasNoFacts()) await refuseLostLog(kit.settings, vault);
  return vault;
}

// Clients of mail servers and of Stripe are large, so only those who use them load them.
async function chooseMailer(kit: Kit, passes: Passes, vault: Vault): Promise<Mailer> {
  const { SMTP_URL, MAIL_FROM, NODE_ENV } = kit.settings;
  if (!SMTP_URL && NODE_ENV === 'production') {
    kit.log.warn('SMTP_URL is not set: e-mails go to nobody, so nobody can confirm a sign-up, accept an invitation or choose a new password');
    return NO_MAILER;
  }
  if (!SMTP_URL) return new Outbox(passes, vault, kit.clock);
  const { openSmtpMailer } = await import('./mail/smtp-mailer.js');
  const smtp = openSmtpMailer(SMTP_URL, MAIL_FROM, (error) => kit.log.warn({ err: error }, 'the mail server refuses an e-mail for good'));
  return new SentOnce(new Counted(smtp, (outcome) => kit.metrics.mails.inc({ outcome })), passes, kit.clock);
}

async function chooseBilling(kit: Kit, vault: Vault): Promise<Billing> {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API_URL, PUBLIC_URL, PORT } = kit.settings;
  if (!secretKey || !webhookSecret) return openLocalBilling(kit, vault.fingerprint('test billing'));
  const at = STRIPE_API_URL ? new URL(STRIPE_API_URL) : undefined;
  const protocol = at?.protocol === 'http:' ? 'http' : 'https';
  const { openStripeBilling } = await import('./billing/providers/stripe/stripe-billing.js');
  return openStripeBilling({ secretKey, webhookSecret, publicUrl: PUBLIC_URL ?? `http://localhost:${PORT}`, ...(at && { api: { host: at.hostname, port: Number(at.port || (protocol === 'http' ? 80 : 443)), protocol } }) });
}

@Module({
  controllers: [BillingController, TestPagesController, SignInController, ProfileController, TeamController, InvitationsController, SingleSignOnController, ApiKeysController, CognitoController, LeadsController, MailboxController, NoticesController],
  providers: [
    Guesses, OneByOne, People, Externals, Providers, SingleSignOn, SignIns, Addresses, SecondFactors, Teams, Leaving, Tokens, Cognito, Letters, Hosted, HostedInteractions, WaitingMails, Subscriptions, BillingLetters, SealingAnew,
    { provide: VAULT, useFactory: openVaultOfLog, inject: [Kit] },
    { provide: PASSES, useFactory: ({ settings }: Kit) => openPasses(settings), inject: [Kit] },
    { provide: BILLING, useFactory: chooseBilling, inject: [Kit, VAULT] },
    { provide: MAILER, useFactory: chooseMailer, inject: [Kit, PASSES, VAULT] },
  ],
})
export class IdentityModule implements OnModuleInit {
  constructor(private readonly kit: Kit, private readonly host: HttpAdapterHost, letters: Letters, waitingMails: WaitingMails, billingLetters: BillingLetters, subscriptions: Subscriptions, sealingAnew: SealingAnew, private readonly tokens: Tokens, private readonly hosted: Hosted,
    @Inject(VAULT) private readonly vault: Vault, @Inject(PASSES) private readonly passes: Passes, @Inject(MAILER) private readonly mailer: Mailer, @Inject(BILLING) billing: Billing) {
    kit.add({
      name: 'identity', categories: ['user', 'email', 'external', 'organization', 'slug', 'lead', 'subscription', 'testbilling'], projections: [membershipView], reactions: [letters],
      begin: () => this.begin(), close: () => this.close(),
    });
    kit.add({ name: 'waiting-mails', categories: [], begin: () => waitingMails.begin() });
    kit.add({ name: 'sealing-anew', categories: [], begin: () => sealingAnew.begin() });
    // A consumer of its own: receipts do not wait for invitations.
    kit.add({ name: 'billing', categories: [], projections: [customerView, subscriptionView], reactions: [billingLetters], deadlines: billingDeadlines(kit, subscriptions) });
    if (billing.provider === 'local-test') kit.add({ name: 'test-billing', categories: [], deadlines: bankDays(kit) });
  }

  onModuleInit(): void {
    const http = this.host.httpAdapter.getInstance<FastifyInstance>();
    http.addContentTypeParser(AMZ_JSON, { parseAs: 'string' }, http.getDefaultJsonParser('error', 'error'));
    if (!this.kit.settings.OWN_SIGN_IN) return;
    // The provider reads and answers by itself.
    void http.register(async (scope) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', (_, __, done) => done(null));
      scope.all('/idp/*', async (request, reply) => {
        reply.hijack();
        await this.hosted.serve(request.raw, reply.raw, plainAddress(request.ip)).catch((error: unknown) => {
          this.kit.surprise('hosted sign-in', error);
          if (!reply.raw.headersSent) reply.raw.writeHead(500);
          reply.raw.end();
        });
      });
    });
  }

  private async begin(): Promise<() => Promise<void>> {
    await this.refuseLostVault();
    return this.tidyHourly();
  }

  /** A vault has signing keys from its first moment on. Without its keys nobody whom the log knows could ever be known again; and what a new one seals, an old one that is put back later does not read. */
  private async refuseLostVault(): Promise<void> {
    const keys = await this.vault.signingKeys();
    const { total } = await this.kit.views.find(membershipView, PEOPLE, { limit: 1 });
    const isLost = keys.length === 0 && total > 0 && this.kit.settings.EVENT_STORE_URL !== 'sqlite::memory:';
    if (isLost) throw new Error('The keys of persons are lost, and the log knows persons. Put them back from a backup: vault.db and vault.db.key in DATA_DIR, or the database of KEEP_URL');
  }

  /** Drops what has run out and rotates keys that are due, whether other copies do so or not; answers how to stop. */
  private async tidyHourly(): Promise<() => Promise<void>> {
    const { clock, settings } = this.kit;
    let callOff = (): void => undefined;
    let tidying: Promise<unknown> = Promise.resolve();
    let stopped = false;
    const rotate = (): Promise<boolean> => this.tokens.rotate(settings.KEY_ROTATION_DAYS);
    const sweep = (): Promise<unknown> => this.passes.sweep(clock.now().toISOString()).catch((error: unknown) => this.kit.surprise('identity sweep', error));
    const next = (): void => {
      callOff = clock.after(HOUR_MS, () => {
        tidying = rotate().catch((error: unknown) => this.kit.surprise('key rotation', error)).then(sweep).then(() => (stopped ? undefined : next()));
      });
    };
    await rotate();
    await sweep();
    next();
    return async () => {
      stopped = true;
      callOff();
      await tidying;
    };
  }

  private async close(): Promise<void> {
    this.mailer.close();
    await this.passes.close();
    await this.vault.close();
  }
}

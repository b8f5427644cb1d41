/** `/dev/mailbox`: the e-mails of a system without a mail server. Not there in production. */
import { Controller, Get, Inject, NotFoundException, Param, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { MAILER, Outbox, type KeptMail, type Mailer } from './mailer.js';

const escape = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
const MOST = 100;
/** E-mails are shown as they are: their pictures and styles, and nothing that runs. */
const SECURITY = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data: https:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

@Controller()
export class MailboxController {
  constructor(@Inject(MAILER) private readonly mailer: Mailer) {}

  private async mails(): Promise<KeptMail[]> {
    if (!(this.mailer instanceof Outbox) || process.env.NODE_ENV === 'production') throw new NotFoundException();
    return this.mailer.newest(MOST);
  }

  @Get('/dev/mailbox')
  async list(@Res() reply: FastifyReply): Promise<void> {
    const rows = (await this.mails()).map(({ id, at, to, subject }) => `<li><a href="/dev/mailbox/${escape(id)}"><strong>${escape(subject)}</strong></a><br><small>${escape(to)} · <time>${escape(at)}</time></small></li>`);
    void reply.header('content-security-policy', SECURITY).type('text/html; charset=utf-8').send(page('Mailbox', rows.length > 0 ? `<ul>${rows.join('')}</ul>` : '<p>No e-mail was sent yet.</p>'));
  }

  @Get('/dev/mailbox.json')
  async json(): Promise<KeptMail[]> {
    return this.mails();
  }

  @Get('/dev/mailbox/:id')
  async show(@Param('id') id: string, @Res() reply: FastifyReply): Promise<void> {
    const mail = (await this.mails()).find((one) => one.id === id);
    if (!mail) throw new NotFoundException();
    void reply.header('content-security-policy', SECURITY).type('text/html; charset=utf-8').send(mail.html);
  }
}

const page = (title: string, body: string): string => `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title} · Larder</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:640px;margin:32px auto;padding:0 20px;background:#f7f5f0;color:#1d2421}ul{list-style:none;padding:0}li{background:#fff;border:1px solid #e9e5dc;border-radius:8px;padding:12px 16px;margin:8px 0}a{color:#1f5a47}small{color:#59645e}</style>
</head><body><h1>${title}</h1><p>This system has no mail server, so its e-mails are kept here for seven days.</p>${body}</body></html>`;

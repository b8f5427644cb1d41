/** Links from e-mails: they lead on to a page. Opening one changes nothing, as programs that look through mail open it before people do. */
import { Controller, Get, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';

@Controller()
export class LinksController {
  @Get('/api/auth/verify-email')
  verify(@Query('token') token: unknown, @Res() reply: FastifyReply): void {
    const query: Record<string, string> = typeof token === 'string' && token ? { token } : { error: 'expired' };
    void reply.header('referrer-policy', 'no-referrer').redirect(`/email-verification?${new URLSearchParams(query)}`, 302);
  }
}

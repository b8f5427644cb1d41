/** Links from e-mails: they do their work and lead on to a page. */
import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { verifyByLink } from '@larder/contracts/identity.js';
import { isRefusal, refuse } from '@larder/contracts/reply.js';
import { Kit } from '@larder/kit/kit.js';
import { fromOf } from './callers.js';
import { Refused } from './refused.js';

@Controller()
export class LinksController {
  constructor(private readonly kit: Kit) {}

  @Get('/api/auth/verify-email')
  async verify(@Query('token') token: unknown, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    // Browsers say what they fetch it for. As a picture or a script in somebody's page it would be followed without anybody wanting it.
    const { 'sec-fetch-dest': wantedFor = 'document' } = request.headers;
    if (wantedFor !== 'document') throw new Refused(refuse('FORBIDDEN', 'This link has to be opened as a page'));
    const asked = { caller: { kind: 'guest' as const }, commandId: request.id, correlationId: request.id, from: fromOf(request) };
    const verified = await this.kit.ask(verifyByLink, { token: typeof token === 'string' ? token : '' }, asked);
    const query: Record<string, string> = isRefusal(verified) ? { error: 'expired' } : { verified: 'true', email: verified.email, ...(verified.wantedPlan && { plan: verified.wantedPlan }) };
    void reply.header('referrer-policy', 'no-referrer').redirect(`/email-verification?${new URLSearchParams(query)}`, 302);
  }
}

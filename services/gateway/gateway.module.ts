/** Gateway: the HTTP edge. It holds no state and asks everything of the services. */
import { resolve } from 'node:path';
import { Module, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { APP_FILTER, HttpAdapterHost } from '@nestjs/core';
import { PassportModule } from '@nestjs/passport';
import type { FastifyInstance } from 'fastify';
import { Kit } from '@larder/kit/kit.js';
import { AccountController } from './account.controller.js';
import { openRoutes } from './answering.js';
import { BlackBoxController } from './black-box.controller.js';
import { CallerGuard, TokenStrategy } from './callers/callers.js';
import { addCompression } from './compression.js';
import { ErrorsFilter } from './errors.filter.js';
import { GatewayController } from './gateway.controller.js';
import { ImagesController } from './files/images.controller.js';
import { Issuers } from './callers/issuers.js';
import { LinksController } from './links.controller.js';
import { openLive, type Live } from './live/live.js';
import { guestCookie } from './callers/guest-cookie.js';
import { addApiPage, addPages, addSafety, hasPages } from './pages.js';
import { routes } from './routes.js';
import { originsOf, waysIn } from './callers/ways-in.js';
import { WebhooksController } from './webhooks.controller.js';

@Module({
  imports: [PassportModule],
  controllers: [GatewayController, AccountController, BlackBoxController, WebhooksController, LinksController, ImagesController],
  providers: [Issuers, TokenStrategy, CallerGuard, ErrorsFilter, { provide: APP_FILTER, useExisting: ErrorsFilter }],
})
export class GatewayModule implements OnModuleInit, OnModuleDestroy {
  private live: Live | undefined;

  constructor(private readonly kit: Kit, private readonly host: HttpAdapterHost, private readonly callers: CallerGuard, private readonly errors: ErrorsFilter) {
    kit.add({ name: 'gateway', categories: [] });
    addCompression(this.http);
    addSafety(this.http, originsOf(waysIn(kit.settings)), (error, request, reply) => errors.answer(error, request, reply));
  }

  async onModuleInit(): Promise<void> {
    openRoutes(routes, this.http, this.kit, this.callers, this.errors);
    this.live = openLive(this.http, this.kit, this.callers, this.errors);
    await addApiPage(this.http, async () => (await import('./openapi.js')).describeApi()); // large, and seldom asked for
    const { WEB_DIR } = this.kit.settings;
    if (hasPages(WEB_DIR)) await addPages(this.http, WEB_DIR, guestCookie(this.kit));
    else this.kit.log.warn({ WEB_DIR: resolve(WEB_DIR) }, 'there are no pages in this folder: only calls are answered');
  }

  onModuleDestroy(): void {
    this.live?.end();
  }

  private get http(): FastifyInstance {
    return this.host.httpAdapter.getInstance<FastifyInstance>();
  }
}

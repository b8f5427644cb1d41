/** Pictures of products, as files that browsers keep: what has a name never changes. */
import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { getImage, imageName } from '@larder/contracts/product-files.js';
import { isRefusal, refuse } from '@larder/contracts/reply.js';
import { Kit } from '@larder/kit/kit.js';
import { asGateway } from '../as-gateway.js';
import { Refused } from '../refused.js';

const TYPES: Record<string, string> = { png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp' };

@Controller()
export class ImagesController {
  constructor(private readonly kit: Kit) {}

  @Get('/images/:name')
  async image(@Param('name') name: string, @Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<Buffer | undefined> {
    if (!imageName.safeParse(name).success) throw new Refused(refuse('NOT_FOUND', 'There is no such picture'));
    const etag = `"${name}"`;
    const forEver = { 'cache-control': 'public, max-age=31536000, immutable', etag };
    if (request.headers['if-none-match'] === etag) {
      void reply.status(304).headers(forEver);
      return undefined;
    }
    const found = await this.kit.ask(getImage, { name }, asGateway(this.kit));
    if (isRefusal(found)) throw new Refused(found);
    void reply.headers({ ...forEver, 'content-type': TYPES[name.slice(name.indexOf('.') + 1)] });
    return Buffer.from(found.data, 'base64');
  }
}

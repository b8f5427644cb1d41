/** Takes pictures in and gives them out. */
import { createHash } from 'node:crypto';
import { Controller, Inject } from '@nestjs/common';
import { getImage, MOST_IMAGE_BYTES, storeImage } from '@larder/contracts/product-files.js';
import { refuse, type Refusal } from '@larder/contracts/reply.js';
import type { In, Out } from '@larder/contracts/request.js';
import { Answers } from '@larder/kit/bus/nest-bus.js';
import { IMAGES, kindOfImage, type Images } from './images.js';

@Controller()
export class ImagesController {
  constructor(@Inject(IMAGES) private readonly images: Images) {}

  @Answers(storeImage)
  async store({ data }: In<typeof storeImage>): Promise<Out<typeof storeImage> | Refusal> {
    const bytes = Buffer.from(data, 'base64');
    if (bytes.length > MOST_IMAGE_BYTES) return refuse('TOO_LARGE', 'The picture is larger than 1 MB');
    const kind = kindOfImage(bytes);
    if (!kind) return refuse('BAD_INPUT', 'Only PNG, JPEG and WebP pictures can be used');
    const name = `${createHash('sha256').update(bytes).digest('hex')}.${kind}`;
    await this.images.keep(name, bytes);
    return { imageUrl: `/images/${name}` };
  }

  @Answers(getImage)
  async get({ name }: In<typeof getImage>): Promise<Out<typeof getImage> | Refusal> {
    const bytes = await this.images.find(name);
    return bytes ? { data: bytes.toString('base64') } : refuse('NOT_FOUND', 'There is no such picture');
  }
}

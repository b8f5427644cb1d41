/** What a guest may say of something bought. */
import { z } from 'zod';

export const claim = z.enum(['put_back', 'wrong']);
export type Claim = z.infer<typeof claim>;

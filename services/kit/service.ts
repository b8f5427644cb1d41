/** What a service does besides answering requests. */
import type { DeadlineRules } from './commands/deadlines.js';
import type { Reaction } from './commands/react.js';
import type { AnyProjection } from './views/projection.js';

export interface Service {
  name: string;
  /** The categories of its own streams; they are published under its name. */
  categories: readonly string[];
  projections?: readonly AnyProjection[];
  reactions?: readonly Reaction[];
  deadlines?: DeadlineRules<{ type: string; data: unknown }>;
  /** Further work that begins when everything answers, and how to end it. */
  begin?(): Promise<() => Promise<void>>;
  /** Closes what it opened for itself: by then nobody asks and nothing is heard any more. */
  close?(): Promise<void>;
}

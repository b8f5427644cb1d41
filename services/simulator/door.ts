/** The door of a simulated machine: for whom it is free, until when, and why the machine would not move it now. */
import type { DeviceOrder } from '@larder/contracts/device.js';

export type Mode = 'locked' | 'customer' | 'restocking' | 'service';
export type Command = Extract<DeviceOrder, { t: 'cmd' }>;

/** So long the door is free for an operator; it locks when it is closed after that. */
const FREE_SECONDS: Record<'unlock' | 'service' | 'restock', number> = { unlock: 60, service: 1800, restock: 900 };

export class Door {
  isOpen = false;
  private mode: Mode = 'locked';
  /** When an operator's mode ends; milliseconds since 1970. */
  private freeUntil = 0;
  /** The visit it was last told to lock for, or whose door was closed. */
  private over: string | undefined;

  /** @param now milliseconds since 1970 */
  constructor(private readonly now: () => number) {}

  /** In the mode an operator has put it into, unless it is a guest's. */
  get current(): Mode {
    if (!this.isOpen && this.mode !== 'customer' && this.secondsLeft === 0) this.mode = 'locked';
    return this.mode;
  }

  /** Of an operator's mode. */
  get secondsLeft(): number {
    return Math.max(0, Math.ceil((this.freeUntil - this.now()) / 1000));
  }

  open(mode: Mode): void {
    this.isOpen = true;
    this.mode = mode;
  }

  /** Answers the mode in which it was open. */
  close(sid: string | undefined): Mode {
    const { mode } = this;
    this.isOpen = false;
    if (mode === 'customer' && sid !== undefined) this.over = sid;
    if (this.secondsLeft === 0) this.mode = 'locked';
    return mode;
  }

  /** Whoever it was free for, nobody has opened it. */
  losePower(): void {
    this.mode = 'locked';
  }

  reboot(): void {
    this.isOpen = false;
    this.free('locked', 0);
  }

  /** Why a machine would not do it now, in the words of the firmware. */
  objection({ do: action, sid }: Command, isResting: boolean): string | undefined {
    if (action === 'lock') return sid === undefined && this.isOpen ? 'The door is open' : undefined;
    if (action !== 'unlock' || sid === undefined) return undefined;
    const mode = this.current;
    if (mode === 'restocking' || mode === 'service') return 'Somebody is working at the machine';
    if (sid === this.over) return 'The visit is over';
    return isResting ? 'The machine is out of service' : undefined;
  }

  /** What a command means for it; for whom a visit unlocks it is the guest's part. */
  carryOut({ do: action, sid }: Command): void {
    if (action === 'lock') this.lock(sid);
    else if (action === 'restock' || action === 'service') this.free(action === 'restock' ? 'restocking' : 'service', FREE_SECONDS[action]);
    else if (action === 'unlock' && sid === undefined) this.free('service', FREE_SECONDS.unlock);
  }

  /** For a visit that is over already it means nothing: somebody may be working at the machine. */
  private lock(sid: string | undefined): void {
    this.over = sid ?? this.over;
    if (sid === undefined || this.current === 'customer') this.free('locked', 0);
  }

  private free(mode: Mode, seconds: number): void {
    if (this.isOpen && seconds === 0) return; // a guest's visit has ended with the door still open
    this.mode = mode;
    this.freeUntil = this.now() + seconds * 1000;
  }
}

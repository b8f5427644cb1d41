/** The sizes of MQTT packets as their bytes go by: the broker's parser waits for all of a packet, up to 256 MB, before anybody is asked whose it is. */

const MORE = 0x80;
/** A size takes four bytes at most. */
const LARGEST_FACTOR = MORE ** 3;

export class PacketSizes {
  /** Bytes of the packet under way that are still to come. */
  private left = 0;
  /** The size as far as it was read; undefined before and after it. */
  private size: { read: number; factor: number } | undefined;

  /** @param most bytes behind the size of a packet */
  constructor(private readonly most: number) {}

  /** What came next on a connection. False as soon as a packet says that it is larger, or is none; nothing of the connection may be asked after that. */
  permit(bytes: Uint8Array): boolean {
    for (let at = 0; at < bytes.length; ) {
      if (this.left > 0) {
        const passed = Math.min(this.left, bytes.length - at);
        this.left -= passed;
        at += passed;
      } else if (!this.begin(bytes[at++] as number)) return false;
    }
    return true;
  }

  /** One byte of what every packet begins with: its kind, then its size, seven bits a byte, the lowest first. */
  private begin(byte: number): boolean {
    if (!this.size) {
      this.size = { read: 0, factor: 1 };
      return true;
    }
    const { read, factor } = this.size;
    const size = read + (byte % MORE) * factor;
    const goesOn = byte >= MORE;
    this.size = goesOn ? { read: size, factor: factor * MORE } : undefined;
    if (!goesOn) this.left = size;
    return size <= this.most && !(goesOn && factor === LARGEST_FACTOR);
  }
}

/** A vending machine on the wire with as little work as can be, so that what is measured is the other side: MQTT 3.1.1 by hand. */
import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';

const CONNECT = 0x10;
const PUBLISH = 0x30;
const SUBSCRIBE = 0x82;
const QOS_1 = 0x02;
/** As the firmware does; a machine that misses two is taken to be offline. */
const BEAT_MS = 15_000;

const text = (value) => {
  const bytes = Buffer.from(value);
  return Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 255]), bytes]);
};

function packet(kind, ...parts) {
  const body = Buffer.concat(parts);
  const length = [];
  for (let rest = body.length; length.length === 0 || rest > 0; rest >>= 7) length.push(rest > 127 ? (rest & 127) | 128 : rest);
  return Buffer.concat([Buffer.from([kind, ...length]), body]);
}

export class MqttMachine {
  epoch = randomBytes(4).toString('hex');
  sequence = 0;
  /** Called with each order, acknowledgements among them. */
  onOrder = () => undefined;
  #socket;
  #rest = Buffer.alloc(0);
  #greeted = () => undefined;

  constructor(machineId) {
    this.machineId = machineId;
  }

  /** Resolves when the broker has taken its subscription; it says that it is there from then on. */
  connect(port, secret) {
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true }).on('data', (bytes) => this.#read(bytes));
    this.#socket.write(packet(CONNECT, text('MQTT'), Buffer.from([4, 0b11000010, 0, 0]), text(this.machineId), text(this.machineId), text(secret)));
    this.#socket.write(packet(SUBSCRIBE, Buffer.from([0, 1]), text(`vend/v1/dev/${this.machineId}/cmd`), Buffer.from([1])));
    return new Promise((greeted, failed) => {
      this.#greeted = () => {
        this.#beat();
        setInterval(() => this.#beat(), BEAT_MS);
        greeted();
      };
      this.#socket.once('error', failed).once('close', () => failed(new Error(`${this.machineId} was turned away`)));
    });
  }

  /** Reports an event; answers its number. */
  report(content) {
    this.sequence += 1;
    const event = { v: 1, e: this.epoch, s: this.sequence, at: Date.now(), ...content };
    const id = (event.s % 65_535) + 1;
    this.#socket.write(packet(PUBLISH | QOS_1, text(`vend/v1/dev/${this.machineId}/evt`), Buffer.from([id >> 8, id & 255]), Buffer.from(JSON.stringify(event))));
    return event.s;
  }

  #beat() {
    this.#socket.write(packet(PUBLISH, text(`vend/v1/dev/${this.machineId}/tel`), Buffer.from(JSON.stringify({ v: 1, t: 'beat', at: 0, door: 'closed', mode: 'locked', rssi: -50, up: 1 }))));
  }

  #read(bytes) {
    let rest = this.#rest.length > 0 ? Buffer.concat([this.#rest, bytes]) : bytes;
    for (;;) {
      let [length, shift, at] = [0, 0, 1];
      do {
        if (at >= rest.length) return void (this.#rest = rest);
        length |= (rest[at] & 127) << shift;
        shift += 7;
      } while (rest[at++] > 127);
      if (rest.length < at + length) return void (this.#rest = rest);
      this.#take(rest[0], rest.subarray(at, at + length));
      rest = rest.subarray(at + length);
    }
  }

  #take(kind, body) {
    if (kind >> 4 === 9) return this.#greeted();
    if (kind >> 4 !== 3) return undefined;
    const topicEnd = 2 + body.readUInt16BE(0);
    const id = body.subarray(topicEnd, topicEnd + 2);
    if (kind & QOS_1) this.#socket.write(Buffer.concat([Buffer.from([0x40, 2]), id]));
    this.onOrder(JSON.parse(body.toString('utf8', kind & QOS_1 ? topicEnd + 2 : topicEnd)));
  }
}

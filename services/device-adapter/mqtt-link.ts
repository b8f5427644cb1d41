/** The link through any MQTT broker elsewhere, which itself proves who a machine is and keeps machines apart. */
import { connectAsync } from 'mqtt';
import { brokerAddress } from '@larder/contracts/device/broker-address.js';
import { orderTopic } from '@larder/contracts/device.js';
import type { TellOfLine } from '@larder/kit/bus/line-told.js';
import { isEarly } from '@larder/kit/time.js';
import { MOST_BYTES, type DeviceLink, type LinkOwner } from './device-link.js';

const TOPIC = /^vend\/v1\/dev\/([^/]+)\/(evt|tel)$/;
/** A machine beats every 15 s; one that was not heard for longer is not there. */
const CONNECTED_MS = 45_000;

/**
 * `url` may carry the adapter's user name and password; `name` is unlike any other process's, or the broker would push one off for the other. `now` in milliseconds.
 * Rejects when the broker does not let it in; once it did, a refusal is taken for a change under way, and the connection is tried on and on. `tell` hears what becomes of it.
 */
export async function openMqttLink(url: string, owner: LinkOwner, { name, now, tell = () => undefined }: { name: string; now(): number; tell?: TellOfLine }): Promise<DeviceLink> {
  const heard = new Map<string, number>();
  const address = brokerAddress(url);
  const client = await connectAsync({ ...address, clientId: `device-adapter-${name}`, clean: true, protocolVersion: 4, reconnectPeriod: 1000, queueQoSZero: false, reconnectOnConnackError: true });
  tell(true);
  const lost = (refusal?: Error): void => void (client.disconnecting || tell(false, refusal));
  client.on('connect', () => tell(true)).on('close', () => lost()).on('error', lost);
  client.on('message', (topic, payload) => {
    const [, machineId, channel] = TOPIC.exec(topic) ?? [];
    if (!machineId || (channel !== 'evt' && channel !== 'tel')) return owner.refused('topic');
    if (payload.length > MOST_BYTES) return owner.refused('size');
    heard.set(machineId, now());
    void owner.receive(machineId, channel, payload);
  });
  await client.subscribeAsync({ 'vend/v1/dev/+/evt': { qos: 1 }, 'vend/v1/dev/+/tel': { qos: 0 } });
  return {
    port: 0,
    broker: { host: address.host, port: address.port ?? (address.protocol === 'mqtts' ? 8883 : 1883) },
    // The broker keeps its own connections; what comes from a machine without a credential is dropped.
    cut: () => undefined,
    isConnected: (machineId) => isEarly(now(), (heard.get(machineId) ?? -Infinity) + CONNECTED_MS, CONNECTED_MS),
    // Anything but QoS 0 the client keeps until the broker is there again, however long that is: an order would come when its time is over.
    send: (machineId, order) => void client.publish(orderTopic(machineId), JSON.stringify(order), { qos: 0 }),
    close: () => client.endAsync(),
  };
}

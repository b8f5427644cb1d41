/** Where an MQTT broker is, taken apart by Node's own URL: given an address, mqtt.js would use a parser that newer Node warns of. */

export interface BrokerAddress {
  protocol: 'mqtt' | 'mqtts';
  /** A name or a number, IPv6 without brackets. */
  host: string;
  /** Missing where it is the protocol's own. */
  port?: number;
  username?: string;
  password?: string;
}

/** Throws for what is no address of this kind. */
export function brokerAddress(url: string): BrokerAddress {
  const { protocol, hostname, port, username, password } = new URL(url);
  if (protocol !== 'mqtt:' && protocol !== 'mqtts:') throw new Error(`${protocol}// is not spoken by machines: an address begins with mqtt:// or mqtts://`);
  return {
    protocol: protocol === 'mqtts:' ? 'mqtts' : 'mqtt', host: hostname.replace(/^\[|\]$/g, ''),
    ...(port && { port: Number(port) }), ...(username && { username: decodeURIComponent(username), password: decodeURIComponent(password) }),
  };
}

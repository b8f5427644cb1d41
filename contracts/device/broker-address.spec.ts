import { brokerAddress } from './broker-address.js';

it('an address of a broker is taken apart, with who signs in', () => {
  expect(brokerAddress('mqtt://broker.example')).toEqual({ protocol: 'mqtt', host: 'broker.example' });
  expect(brokerAddress('mqtts://[2001:db8::1]:8884')).toEqual({ protocol: 'mqtts', host: '2001:db8::1', port: 8884 });
  expect(brokerAddress('mqtt://adapter:p%40ss%3Aword@10.0.0.1:1884')).toEqual({ protocol: 'mqtt', host: '10.0.0.1', port: 1884, username: 'adapter', password: 'p@ss:word' });
});

it('no other protocol is spoken instead without a word', () => {
  expect(() => brokerAddress('wss://broker.example')).toThrow('begins with mqtt:// or mqtts://');
  expect(() => brokerAddress('broker.example')).toThrow('Invalid URL');
});

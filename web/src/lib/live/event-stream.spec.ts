import { eventStream, type StreamEvent } from './event-stream.js';

function heardFrom(...pieces: string[]): StreamEvent[] {
  const heard: StreamEvent[] = [];
  pieces.forEach(eventStream((event) => heard.push(event)));
  return heard;
}
const changed = { event: 'changed', data: '{"view":"sales"}' };

describe('the live stream', () => {
  it('is read event by event', () => {
    expect(heardFrom('event: changed\ndata: {"view":"sales"}\n\nevent: changed\ndata: {"view":"sales"}\n\n')).toEqual([changed, changed]);
  });

  it('is read the same however the network cuts it', () => {
    const text = ': keep-alive\r\n\r\nevent: changed\r\ndata: {"view":"sales"}\r\n\r\n';
    for (let cut = 0; cut <= text.length; cut += 1) expect(heardFrom(text.slice(0, cut), text.slice(cut))).toEqual([changed]);
    expect(heardFrom(...text)).toEqual([changed]);
  });

  it('joins lines of data and names an event without a name', () => {
    expect(heardFrom('data: a\ndata: b\n\n')).toEqual([{ event: 'message', data: 'a\nb' }]);
  });

  it('waits for the end of an event', () => {
    expect(heardFrom('event: changed\ndata: {"view":"sales"}\n')).toEqual([]);
  });
});

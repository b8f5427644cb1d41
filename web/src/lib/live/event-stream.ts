/** Reads server-sent events out of text that comes in pieces. */

export interface StreamEvent {
  event: string;
  data: string;
}

/** Answers what to feed with each piece; `heard` is called for every event that is complete. */
export function eventStream(heard: (event: StreamEvent) => void): (piece: string) => void {
  let rest = '';
  let event = '';
  let data: string[] = [];

  const line = (text: string) => {
    if (text === '') {
      if (data.length > 0) heard({ event: event || 'message', data: data.join('\n') });
      event = '';
      data = [];
      return;
    }
    const colon = text.indexOf(':');
    const field = colon < 0 ? text : text.slice(0, colon);
    const value = colon < 0 ? '' : text.slice(colon + 1).replace(/^ /, '');
    if (field === 'event') event = value;
    if (field === 'data') data.push(value);
  };

  return (piece) => {
    rest += piece;
    // A carriage return at the very end may be the first half of a line's end.
    const lines = rest.split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    lines.forEach(line);
  };
}

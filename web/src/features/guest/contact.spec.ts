import { contactLink } from './contact.js';

it.each([
  ['desk@seaside.example', 'mailto:desk@seaside.example?subject=Lobby%20%26%20Bar%2C%20transaction%201a2b'],
  ['+49 (30) 123-456', 'tel:+4930123456'],
  ['Ask at the desk', undefined],
  ['desk@seaside.example or 030 123456', undefined],
  ['desk@seaside.example?cc=other@elsewhere.example', undefined],
])('whoever has a question for %s follows %s', (contact, link) => expect(contactLink(contact, 'Lobby & Bar, transaction 1a2b')).toBe(link));

/** The picture of the product: a stocked machine in a hallway at night, a guest's phone, and what the host sees of it. */
import { Phone, HostCards } from './hero-screens.js';
import { Almonds, Bag, Bar, Bottle, Can } from './hero-goods.js';

const label = 'A glowing Larder machine with four stocked shelves in a dark hallway. On a phone in front of it a guest pays six dollars for a cola and chips; beside it, notes tell the host of the sale and of a cola that runs low.';

export const HeroPicture = () => (
  <svg className="hero-picture" viewBox="0 0 640 640" role="img" aria-label={label}>
    <defs>
      <linearGradient id="wall" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stopColor="#1c4d3d" /><stop offset="1" stopColor="#123a2d" /></linearGradient>
      <radialGradient id="glow"><stop offset="0" stopColor="#ffe9b0" stopOpacity="0.5" /><stop offset="1" stopColor="#ffe9b0" stopOpacity="0" /></radialGradient>
      <linearGradient id="inside" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stopColor="#fffaf0" /><stop offset="1" stopColor="#f4e6c3" /></linearGradient>
      <linearGradient id="sheen" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stopColor="#fff" stopOpacity="0.5" /><stop offset="0.45" stopColor="#fff" stopOpacity="0" /></linearGradient>
      <clipPath id="room"><rect width="640" height="640" rx="32" /></clipPath>
    </defs>
    <g clipPath="url(#room)">
      <Room />
      <Machine />
      <Phone />
      <HostCards />
    </g>
  </svg>
);

const Room = () => (
  <>
    <rect width="640" height="640" fill="url(#wall)" />
    <rect y="556" width="640" height="84" fill="#0c2920" />
    <path d="M0 556h640" stroke="#2c6a55" strokeWidth="3" />
    <ellipse cx="360" cy="320" rx="330" ry="330" fill="url(#glow)" />
    <g transform="translate(44 64)">
      <path d="M0 176V62a58 58 0 0 1 116 0v114z" fill="#0b241c" stroke="#2c6a55" strokeWidth="6" />
      <path d="M84 66a26 26 0 1 1-34-34 21 21 0 0 0 34 34z" fill="#f3e3b3" />
      <g fill="#f3e3b3"><circle cx="26" cy="112" r="2" /><circle cx="88" cy="128" r="2.2" /><circle cx="30" cy="52" r="1.6" /><circle cx="60" cy="150" r="1.6" /></g>
      <path d="M58 6v170M0 104h116" stroke="#2c6a55" strokeWidth="4" />
    </g>
    <g fill="none" stroke="#3f8a6c" strokeWidth="7" strokeLinecap="round">
      <path d="M68 524c-3-16-9-22-18-27M77 524c-2-14-1-24 1-34M86 524c3-16 9-22 18-27" />
    </g>
    <path d="M46 520h62l-9 62H55z" fill="#b9643f" />
  </>
);

const shelves = [176, 276, 376, 478];
const Machine = () => (
  <g transform="translate(42)">
    <ellipse cx="320" cy="590" rx="150" ry="12" fill="#061a13" opacity="0.6" />
    <path d="M212 570h26v16h-26zM402 570h26v16h-26z" fill="#0a1f18" />
    <rect x="190" y="38" width="260" height="536" rx="24" fill="#f3efe4" />
    <rect x="190" y="38" width="260" height="536" rx="24" fill="none" stroke="#d8d0bb" strokeWidth="3" />
    <rect x="208" y="86" width="224" height="424" rx="14" fill="url(#inside)" stroke="#cfc5a9" strokeWidth="3" />
    <text x="320" y="71" textAnchor="middle" fontFamily="Georgia, serif" fontSize="23" fontWeight="700" fill="#1f5a47">Larder</text>
    {shelves.map((y) => <Shelf key={y} y={y} />)}
    <Goods />
    <path d="M222 100h90l-90 190z" fill="url(#sheen)" />
    <rect x="414" y="236" width="9" height="130" rx="4.5" fill="#1f5a47" />
    <g transform="translate(320 541)">
      <rect x="-68" y="-19" width="136" height="38" rx="19" fill="#1f5a47" />
      <g className="waves" fill="none" stroke="#e8b04a" strokeWidth="3" strokeLinecap="round"><path d="M-48-5a8 8 0 0 1 0 10" /><path d="M-41-9a14 14 0 0 1 0 18" /><path d="M-34-13a20 20 0 0 1 0 26" /></g>
      <text x="18" y="5" textAnchor="middle" fontSize="14" fontWeight="600" fill="#fff">Tap here</text>
    </g>
  </g>
);

const Shelf = ({ y }: { y: number }) => (
  <g>
    <rect x="210" y={y} width="220" height="9" fill="#fff" stroke="#ddd3b8" />
    {[236, 276, 316, 356, 396].map((x) => <rect key={x} x={x - 9} y={y + 2} width="18" height="5" rx="1.5" fill="#1f5a47" opacity="0.75" />)}
  </g>
);

const Goods = () => (
  <>
    {[236, 276, 316, 356, 396].map((x, n) => <Bottle key={x} x={x} y={176} fill={n < 3 ? '#8fc3cf' : '#f0a441'} cap={n < 3 ? '#2c6175' : '#b5561a'} />)}
    {[236, 276].map((x) => <Can key={x} x={x} y={276} fill="#b03a2c" />)}
    {[356, 396].map((x) => <Can key={x} x={x} y={276} fill="#3a2b23" band="#e8b04a" />)}
    {[240, 292, 344, 396].map((x, n) => <Bag key={x} x={x} y={376} fill={['#2c6175', '#2c6175', '#d99a2b', '#7d9a4a'][n] as string} />)}
    {[236, 276].map((x) => <Almonds key={x} x={x} y={478} />)}
    {[316, 356, 396].map((x, n) => <Bar key={x} x={x} y={478} fill={['#6b4a86', '#b5561a', '#1f5a47'][n] as string} />)}
  </>
);

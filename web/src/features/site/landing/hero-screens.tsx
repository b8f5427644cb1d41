/** The screens in the picture: the guest's phone and the host's notes, as the product shows them. */
export const Phone = () => (
  <g transform="translate(476 250)">
    <rect x="-6" y="-6" width="164" height="316" rx="30" fill="#071c15" opacity="0.45" />
    <rect width="152" height="304" rx="26" fill="#121815" />
    <rect x="7" y="7" width="138" height="290" rx="20" fill="#f7f5f0" />
    <rect x="56" y="13" width="40" height="9" rx="4.5" fill="#121815" />
    <text x="20" y="52" fontSize="13.5" fontWeight="700" fill="#1d2421">Seaside Lobby</text>
    <text x="20" y="69" fontSize="10.5" fill="#59645e">12 Ocean Avenue</text>
    <rect x="16" y="82" width="120" height="30" rx="8" fill="#fbecc8" />
    <text x="76" y="101" textAnchor="middle" fontSize="10" fontWeight="700" fill="#6e4800">Payment required</text>
    <rect x="16" y="120" width="120" height="112" rx="12" fill="#fff" stroke="#e6e1d6" />
    <PhoneLine y={140} name="Cola 0.33 l" price="$2.75" />
    <PhoneLine y={170} name="Sea Salt Chips" price="$3.25" />
    <path d="M26 193h100" stroke="#e6e1d6" />
    <text x="26" y="217" fontSize="11" fill="#1d2421">Total</text>
    <text x="126" y="217" textAnchor="end" fontSize="15" fontWeight="700" fill="#1d2421">$6.00</text>
    <rect x="16" y="244" width="120" height="38" rx="11" fill="#1f5a47" />
    <text x="76" y="268" textAnchor="middle" fontSize="14" fontWeight="700" fill="#fff">Pay $6.00</text>
  </g>
);

const PhoneLine = ({ y, name, price }: { y: number; name: string; price: string }) => (
  <>
    <text x="26" y={y} fontSize="9.5" fontWeight="600" fill="#1d2421">{name}</text>
    <text x="126" y={y + 13} textAnchor="end" fontSize="10" fill="#1d2421">{price}</text>
    <text x="26" y={y + 13} fontSize="9" fill="#59645e">{price} x 1</text>
  </>
);

export const HostCards = () => (
  <>
    <g className="float" transform="translate(34 268)">
      <rect width="206" height="86" rx="14" fill="#fff" />
      <circle cx="24" cy="27" r="6" fill="#d99a2b" />
      <text x="40" y="32" fontSize="14" fontWeight="700" fill="#1d2421">Low stock</text>
      <text x="18" y="54" fontSize="12.5" fill="#59645e">Cola is running low in</text>
      <text x="18" y="71" fontSize="12.5" fill="#59645e">Seaside Lobby: 2 of 10 left</text>
    </g>
    <g className="float late" transform="translate(34 368)">
      <rect width="206" height="112" rx="14" fill="#fff" />
      <text x="18" y="30" fontSize="12.5" fill="#59645e">Today&apos;s revenue</text>
      <text x="18" y="60" fontSize="25" fontWeight="700" fill="#1d2421">$48.50</text>
      <text x="188" y="58" textAnchor="end" fontSize="12.5" fontWeight="700" fill="#2a7448">+$6.00</text>
      {[14, 22, 18, 30, 20, 34, 26, 38].map((height, n) => <rect key={height} x={18 + n * 22} y={102 - height * 0.8} width="14" height={height * 0.8} rx="2" fill={n === 7 ? '#d99a2b' : '#1f5a47'} />)}
    </g>
  </>
);

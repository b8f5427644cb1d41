/** Drawings of what is in the machine; each stands on `y`, in the middle of `x`. */
interface Place {
  x: number;
  y: number;
}

export const Bottle = ({ x, y, fill, cap }: Place & { fill: string; cap: string }) => (
  <g transform={`translate(${x} ${y})`}>
    <path d="M-6-70h12v12c0 6 7 9 7 18v36a4 4 0 0 1-4 4H-9a4 4 0 0 1-4-4v-36c0-9 7-12 7-18z" fill={fill} />
    <rect x="-7" y="-76" width="14" height="9" rx="2" fill={cap} />
    <rect x="-13" y="-36" width="26" height="19" fill="#fff" opacity="0.85" />
    <path d="M-8-29H8M-8-24H3" stroke={cap} strokeWidth="2" />
    <path d="M-9-40v34" stroke="#fff" strokeWidth="2.5" opacity="0.5" />
  </g>
);

export const Can = ({ x, y, fill, band = '#fff' }: Place & { fill: string; band?: string }) => (
  <g transform={`translate(${x} ${y})`}>
    <path d="M-12-58h24l3 7v45l-3 6h-24l-3-6v-45z" fill={fill} />
    <path d="M-12-58h24l1.5 3.5h-27zM-12 0h24l1.5-3h-27z" fill="#cfd4d1" />
    <path d="M-15-30c10-9 20 7 30-2v12c-10 9-20-7-30 2z" fill={band} />
    <path d="M-10-50v44" stroke="#fff" strokeWidth="2.5" opacity="0.35" />
  </g>
);

export const Bag = ({ x, y, fill }: Place & { fill: string }) => (
  <g transform={`translate(${x} ${y})`}>
    <path d="M-20-68h40l-3 12c3 18 3 38 0 50l3 6h-40l3-6c-3-12-3-32 0-50z" fill={fill} />
    <path d="M-19-63h38M-19-5h38" stroke="#fff" strokeWidth="1.5" strokeDasharray="2 2" opacity="0.7" />
    <ellipse cy="-34" rx="12" ry="13" fill="#fff6dd" />
    <path d="M-7-32c3-8 11-8 14-2-4 5-10 6-14 2z" fill="#d99a2b" />
  </g>
);

export const Almonds = ({ x, y }: Place) => (
  <g transform={`translate(${x} ${y})`}>
    <rect x="-14" y="-50" width="28" height="50" rx="6" fill="#e9d7ae" stroke="#c9b27a" />
    <rect x="-15" y="-58" width="30" height="10" rx="3" fill="#1f5a47" />
    <g fill="#8a5a2f"><ellipse cx="-5" cy="-10" rx="5" ry="3.5" /><ellipse cx="6" cy="-12" rx="5" ry="3.5" /><ellipse cx="0" cy="-19" rx="5" ry="3.5" /><ellipse cx="-7" cy="-26" rx="4.5" ry="3.3" /><ellipse cx="7" cy="-27" rx="4.5" ry="3.3" /></g>
    <rect x="-10" y="-44" width="20" height="11" rx="2" fill="#fff" />
  </g>
);

export const Bar = ({ x, y, fill }: Place & { fill: string }) => (
  <g transform={`translate(${x} ${y})`}>
    <path d="M-12-64l4 3 4-3 4 3 4-3 4 3 4-3v64l-4-3-4 3-4-3-4 3-4-3-4 3z" fill={fill} />
    <rect x="-12" y="-46" width="24" height="27" fill="#fff6dd" opacity="0.92" />
    <path d="M-6-40v15M0-40v15M6-40v15" stroke={fill} strokeWidth="2.5" />
  </g>
);

/** A code for a phone's camera: dark on light also in the dark, for many read no other. */
import { QRCode } from 'antd';

export const Qr = ({ value, size, label }: { value: string; size: number; label: string }) => <QRCode value={value} size={size} type="svg" color="#1d2421" bgColor="#fff" aria-label={label} />;
